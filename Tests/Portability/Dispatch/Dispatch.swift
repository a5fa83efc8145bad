// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of Dispatch on Apple's systems, as its documentation states it.

public class DispatchObject {}

public class DispatchQueue: DispatchObject {
  public class func global() -> DispatchQueue { fatalError() }
}

public protocol DispatchSourceProtocol {
  func activate()
  func cancel()
}

public protocol DispatchSourceRead: DispatchSourceProtocol {}

extension DispatchSourceProtocol {
  public typealias DispatchSourceHandler = () -> Void

  public func setEventHandler(handler: DispatchSourceHandler?) {}
  public func setCancelHandler(handler: DispatchSourceHandler?) {}
}

public class DispatchSource: DispatchObject {
  public class func makeReadSource(
    fileDescriptor: Int32,
    queue: DispatchQueue? = nil
  ) -> any DispatchSourceRead { fatalError() }
}
