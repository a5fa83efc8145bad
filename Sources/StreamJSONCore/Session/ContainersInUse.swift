/// The pools of keyed containers that have left a decoder's memory because models hold some of them.
struct ContainersInUse {
  /// Those that models hold.
  var kept = EscapedPool()

  /// The others, which only this knows.
  var free: [PooledContainer] = []

  /// Hands those that models hold over to `environment`, and frees the others.
  func release(to environment: DecodingEnvironment) {
    // SAFETY: free when they were taken out of their pools, since when nothing could open them; the
    // memory forgot them at the same time.
    for pooled in free { unsafe pooled.deallocate() }
    if !kept.isEmpty { environment.keep(kept) }
  }
}
