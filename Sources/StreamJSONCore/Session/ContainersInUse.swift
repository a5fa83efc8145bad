/// The pools of keyed containers that have left a decoder's memory because models hold some of them.
struct ContainersInUse {
  /// The containers that models hold.
  var kept = EscapedPool()

  /// The other containers, to which nothing else refers.
  var free: [PooledContainer] = []

  /// Hands those that models hold over to `environment`, and frees the others.
  func release(to environment: DecodingEnvironment) {
    // SAFETY: they were free when they were taken out of their pools, and nothing has been able to open them
    // since; the memory forgot them at the same time.
    for pooled in free { unsafe pooled.deallocate() }
    if !kept.isEmpty { environment.keep(kept) }
  }
}
