/// Takes a value as if it were used, so that the optimizer cannot leave out the work behind it.
@inline(never)
@_optimize(none)
func blackHole<T>(_ value: T) {}
