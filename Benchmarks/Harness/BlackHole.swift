/// Consumes a value, so that the optimizer cannot remove the work that produced it.
@inline(never)
@_optimize(none)
func blackHole<T>(_ value: T) {}
