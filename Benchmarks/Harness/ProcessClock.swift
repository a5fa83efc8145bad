import Foundation

/// The processor time that this process has used, in all its threads.
///
/// On a machine that others use as well, the time on the wall depends on how often the process has
/// to wait for a core: with samples of a few milliseconds that comes and goes in step with them,
/// and one contender was seen to get twice the time of the other. What is measured here does not
/// wait for anything else.
enum ProcessClock {
  static var nanoseconds: Double {
    var time = timespec()
    // SAFETY: the function fills in the variable and keeps nothing.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
