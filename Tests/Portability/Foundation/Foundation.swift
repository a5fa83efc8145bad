// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of Foundation that this package uses, as Apple's documentation and swift-foundation declare
// them.

@_exported import Foundation

// MARK: - Bridging

extension String: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString,
    result: inout String?
  ) -> Bool { fatalError() }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String {
    fatalError()
  }

  public init(_ string: NSString) { fatalError() }
}

extension StringProtocol {
  public var capitalized: String { fatalError() }
}

extension NSNumber {
  public convenience init(value: Bool) { fatalError() }
}

open class NSDecimalNumber: NSNumber {
  public var decimalValue: Decimal { fatalError() }
}

extension NSArray: Sequence {
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}

extension NSSet: Sequence {
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}

extension NSOrderedSet: Sequence {
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}

extension NSDictionary: Sequence {
  public func makeIterator() -> AnyIterator<(key: Any, value: Any)> { fatalError() }
}

// Any type with the conformances of CGFloat that the standard library has no other use for here.
public typealias CGFloat = Float80

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  fatalError()
}

// MARK: - Values

public struct Data: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Hashable,
  Codable, Sendable
{
  public typealias Index = Int
  public typealias Indices = Range<Int>
  public typealias SubSequence = Data
  public enum Deallocator {
    case free
    case custom((UnsafeMutableRawPointer, Int) -> Void)
  }
  public init() { fatalError() }
  public init(count: Int) { fatalError() }
  public init(capacity: Int) { fatalError() }
  public init?(base64Encoded string: String) { fatalError() }
  public init?(base64Encoded data: Data) { fatalError() }
  public init(referencing data: NSData) { fatalError() }
  @unsafe
  public init(bytesNoCopy bytes: UnsafeMutableRawPointer, count: Int, deallocator: Deallocator) {
    fatalError()
  }
  public func base64EncodedString() -> String { fatalError() }
  @unsafe
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
  @unsafe
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(position: Int) -> UInt8 {
    get { fatalError() }
    set { fatalError() }
  }
  public subscript(range: Range<Int>) -> Data {
    get { fatalError() }
    set { fatalError() }
  }
  public mutating func replaceSubrange(_ range: Range<Int>, with bytes: some Collection<UInt8>) {}
  public func hash(into hasher: inout Hasher) {}
  public static func == (first: Data, second: Data) -> Bool { fatalError() }
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws {}
}

public typealias TimeInterval = Double

public struct Date: Hashable, Codable, Sendable {
  public init(timeIntervalSinceReferenceDate interval: TimeInterval) { fatalError() }
  public init(timeIntervalSince1970 interval: TimeInterval) { fatalError() }
  public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }

  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public struct ISO8601FormatStyle: Sendable {
    public init(includingFractionalSeconds: Bool = false) { fatalError() }
    public func format(_ date: Date) -> String { fatalError() }
    public func parse(_ text: String) throws -> Date { fatalError() }
  }
}

public struct UUID: Hashable, Codable, Sendable {
  public typealias Bytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
  )
  public init(uuid: Bytes) { fatalError() }
  public init?(uuidString: String) { fatalError() }
  public var uuidString: String { fatalError() }
}

public struct URL: Hashable, Codable, Sendable {
  public init?(string: String) { fatalError() }
  public var isFileURL: Bool { fatalError() }
  public var path: String { fatalError() }
  public var host: String? { fatalError() }
  public var absoluteString: String { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func host(percentEncoded: Bool = true) -> String? { fatalError() }
  @unsafe
  public func withUnsafeFileSystemRepresentation<Result>(
    _ body: (UnsafePointer<Int8>?) throws -> Result
  ) rethrows -> Result { fatalError() }
}

extension URL: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSURL { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSURL,
    result: inout URL?
  ) -> Bool { fatalError() }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURL?) -> URL { fatalError() }
}

public struct Decimal: Hashable, Codable, Sendable, SignedNumeric, Comparable {
  public typealias Magnitude = Decimal
  public typealias IntegerLiteralType = Int
  public init() { fatalError() }
  public init(integerLiteral value: Int) { fatalError() }
  public init?(exactly source: some BinaryInteger) { fatalError() }
  public init(_ value: Int) { fatalError() }
  public init(_ value: Int64) { fatalError() }
  public init(_ value: UInt64) { fatalError() }
  public init(_ value: Double) { fatalError() }
  public init?(string: String, locale: Locale? = nil) { fatalError() }
  public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) { fatalError() }
  public static var nan: Decimal { fatalError() }
  public var isNaN: Bool { fatalError() }
  public var sign: FloatingPointSign { fatalError() }
  public var exponent: Int { fatalError() }
  public var magnitude: Decimal { fatalError() }
  public var description: String { fatalError() }
  public static func + (first: Decimal, second: Decimal) -> Decimal { fatalError() }
  public static func += (first: inout Decimal, second: Decimal) {}
  public static func - (first: Decimal, second: Decimal) -> Decimal { fatalError() }
  public static func -= (first: inout Decimal, second: Decimal) {}
  public static func * (first: Decimal, second: Decimal) -> Decimal { fatalError() }
  public static func *= (first: inout Decimal, second: Decimal) {}
  public static func < (first: Decimal, second: Decimal) -> Bool { fatalError() }
}

public struct Locale: Hashable, Sendable {
  public init(identifier: String) { fatalError() }
}

public struct Calendar: Hashable, Sendable {
  public enum Identifier: Sendable { case gregorian }
  public init(identifier: Identifier) { fatalError() }
}

public struct TimeZone: Hashable, Sendable {
  public init?(secondsFromGMT seconds: Int) { fatalError() }
  public static var current: TimeZone { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static var gmt: TimeZone { fatalError() }
}

// MARK: - Classes

open class DateFormatter: NSObject, @unchecked Sendable {
  open var dateFormat: String?
  open var locale: Locale?
  open var timeZone: TimeZone?
  open var calendar: Calendar?
  open func date(from string: String) -> Date? { fatalError() }
  open func string(from date: Date) -> String { fatalError() }
}

@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
open class ISO8601DateFormatter: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var withInternetDateTime: Options { fatalError() }
    @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, *)
    public static var withFractionalSeconds: Options { fatalError() }
  }
  open var formatOptions: Options {
    get { fatalError() }
    set {}
  }
  open func date(from string: String) -> Date? { fatalError() }
  open func string(from date: Date) -> String { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var activeProcessorCount: Int { fatalError() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public protocol DecodableWithConfiguration {
  associatedtype DecodingConfiguration
  init(from decoder: any Decoder, configuration: DecodingConfiguration) throws
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public protocol DecodingConfigurationProviding {
  associatedtype DecodingConfiguration
  static var decodingConfiguration: DecodingConfiguration { get }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension JSONDecoder: @unchecked Sendable {}

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, *)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }
  open var outputFormatting: OutputFormatting = []
  public init() {}
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class JSONDecoder {
  public enum DateDecodingStrategy: Sendable {
    case deferredToDate
    case secondsSince1970
    case millisecondsSince1970
    @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
    case iso8601
    case formatted(DateFormatter)
    @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
  }
  public enum DataDecodingStrategy: Sendable {
    case deferredToData
    case base64
    @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
  }
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum KeyDecodingStrategy: Sendable {
    case useDefaultKeys
    case convertFromSnakeCase
    @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }
  open var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate
  open var dataDecodingStrategy: DataDecodingStrategy = .base64
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
  open var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
  @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open var allowsJSON5: Bool {
    get { fatalError() }
    set {}
  }
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open var assumesTopLevelDictionary: Bool {
    get { fatalError() }
    set {}
  }
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type,
    from data: Data,
    configuration: T.DecodingConfiguration
  ) throws -> T { fatalError() }
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open func decode<T, C>(_ type: T.Type, from data: Data, configuration: C.Type) throws -> T
  where
    T: DecodableWithConfiguration,
    C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  { fatalError() }
}

// MARK: - Errors

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

public struct POSIXErrorCode: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32
  public init?(rawValue: Int32) { fatalError() }
  public static var EPERM: POSIXErrorCode { fatalError() }
  public static var ENOENT: POSIXErrorCode { fatalError() }
  public static var EIO: POSIXErrorCode { fatalError() }
  public static var EACCES: POSIXErrorCode { fatalError() }
  public static var EISDIR: POSIXErrorCode { fatalError() }
  public static var EFBIG: POSIXErrorCode { fatalError() }
  public static var ESPIPE: POSIXErrorCode { fatalError() }
  public static var EAGAIN: POSIXErrorCode { fatalError() }
}

public struct POSIXError: Error, Hashable, Sendable {
  public typealias Code = POSIXErrorCode
  public init(_ code: POSIXErrorCode, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: POSIXErrorCode { fatalError() }
}

public struct CocoaError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static var featureUnsupported: Code { fatalError() }
    public static var fileReadUnknown: Code { fatalError() }
    public static var fileReadNoPermission: Code { fatalError() }
    public static var fileReadCorruptFile: Code { fatalError() }
    public static var fileReadNoSuchFile: Code { fatalError() }
    public static var fileReadUnsupportedScheme: Code { fatalError() }
    public static var fileReadTooLarge: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
}

open class FileHandle {
  open var fileDescriptor: Int32 { fatalError() }
}
