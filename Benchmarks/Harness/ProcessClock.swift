import Foundation

/// The processor time that this process has used, in all its threads.
///
/// On a machine that others use as well, elapsed time depends on how often the process has to wait
/// for a core. Samples of a few milliseconds can fall into step with those waits, and one contender
/// was seen to get twice the time of the other. Processor time does not include any waiting.
enum ProcessClock {
  static var nanoseconds: Double {
    var time = timespec()
    // SAFETY: the function fills in the variable and keeps nothing.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
