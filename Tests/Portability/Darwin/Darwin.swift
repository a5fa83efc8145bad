// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of Darwin's C library that this package uses, as its headers declare them.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias nfds_t = UInt32

public struct stat {
  public var st_mode: mode_t
  public var st_size: off_t
  public init() { fatalError() }
}

public struct pollfd {
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
  public init(fd: Int32, events: Int16, revents: Int16) { fatalError() }
}

public var errno: Int32 {
  get { fatalError() }
  set { fatalError() }
}

public var EINVAL: Int32 { 22 }
public var EINTR: Int32 { 4 }
public var EAGAIN: Int32 { 35 }
public var EOVERFLOW: Int32 { 84 }
public var O_RDONLY: Int32 { 0 }
public var O_CLOEXEC: Int32 { 0x100_0000 }
public var O_NONBLOCK: Int32 { 4 }
public var F_SETFD: Int32 { 2 }
public var FD_CLOEXEC: Int32 { 1 }
public var POLLIN: Int32 { 1 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }

@unsafe public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
@discardableResult public func close(_ file: Int32) -> Int32 { fatalError() }
@discardableResult
@unsafe public func fstat(_ file: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 {
  fatalError()
}
@discardableResult
@unsafe public func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int) -> Int {
  fatalError()
}
@discardableResult
@unsafe public func pread(
  _ file: Int32,
  _ bytes: UnsafeMutableRawPointer!,
  _ count: Int,
  _ offset: off_t
) -> Int { fatalError() }
@discardableResult
@unsafe public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int {
  fatalError()
}
@unsafe public func pipe(_ files: UnsafeMutablePointer<Int32>!) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
@unsafe public func poll(
  _ files: UnsafeMutablePointer<pollfd>!,
  _ count: nfds_t,
  _ milliseconds: Int32
) -> Int32 { fatalError() }

// MARK: - Threads

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public struct pthread_attr_t {}

@unsafe public func pthread_self() -> pthread_t { fatalError() }
@unsafe public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>!,
  _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ context: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
@discardableResult
@unsafe public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }

// MARK: - Locks

@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
public struct os_unfair_lock_s {
  public init() { fatalError() }
}
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
public typealias os_unfair_lock = os_unfair_lock_s
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
@unsafe public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {
  fatalError()
}
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
@unsafe public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock>) -> Bool {
  fatalError()
}
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
@unsafe public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {
  fatalError()
}
