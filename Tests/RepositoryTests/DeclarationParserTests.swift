import Testing

/// Which declarations the parser finds in made-up source texts.
struct DeclarationParserTests {
  /// A source text, and the lines of its public interface.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let lines: [String]

    init(_ name: String, _ source: String, _ lines: String...) {
      self.name = name
      self.source = source
      self.lines = lines
    }

    var testDescription: String { name }
  }

  private static func lines(of source: String) throws -> [String] {
    let declarations = try DeclarationParser.declarations(in: source)
    let hidden = Declaration.hiddenTypes(of: declarations)
    return Declaration.publicInterface(of: declarations, hiding: hidden)
  }

  @Test(arguments: types + functions + properties + attributes + hidden)
  func `the public interface is found`(example: Example) throws {
    #expect(try Self.lines(of: example.source) == example.lines)
  }

  @Test(arguments: [
    "}", "struct A {}\n}\npublic struct B {}", "func f() { if a {}", "var a: B { get",
  ])
  func `brackets that are not balanced are an error`(source: String) {
    #expect(throws: DeclarationParser.UnbalancedBrackets.self) { try Self.lines(of: source) }
  }

  // MARK: - Types

  private static let types = [
    Example(
      "a type with its supertypes",
      "public struct A<T: B>: C, D<T, Int> where T: E {}",
      "A: C",
      "A: D<T, Int>",
      "public struct A<T: B> where T: E"
    ),
    Example(
      "a head of several lines",
      """
      public final class A<
        First: Sequence,
        Second
      >: B,
        @unchecked C
      where
        Second: D
      {
        public func f() {}
      }
      """,
      "A | public func f()",
      "A: @unchecked C",
      "A: B",
      "public final class A<First: Sequence, Second> where Second: D"
    ),
    Example(
      "types in types",
      "public enum A { public struct B { public protocol C { associatedtype D: E = F } } }",
      "A | public struct B",
      "A.B | public protocol C",
      "A.B.C | associatedtype D: E = F",
      "public enum A"
    ),
    Example(
      "an extension's conformances and constraints",
      "extension A: B, C where T: D<Int, U>, U == Int { public func f() {} }",
      "A where T: D<Int, U>, U == Int | public func f()",
      "A: B where T: D<Int, U>, U == Int",
      "A: C where T: D<Int, U>, U == Int"
    ),
    Example(
      "extensions of types with arguments",
      "extension A? { public func f() {} }\nextension A<Int>.B { public func f() {} }",
      "A<Int>.B | public func f()",
      "A? | public func f()"
    ),
    Example(
      "a public extension",
      "public extension A { func f() {}\nprivate func g() {} }\npublic extension B { struct C {} }",
      "A | public func f()",
      "B | public struct C"
    ),
    Example(
      "cases",
      "public enum A: Int { case a, b = 2\nindirect case c(A, d: [B: C] = [:], e: E<F, G>) }",
      "A | case a",
      "A | case b = 2",
      "A | indirect case c(A, d: [B: C] = [:], e: E<F, G>)",
      "A: Int",
      "public enum A"
    ),
    Example(
      "requirements",
      """
      public protocol A: AnyObject {
        init?(_ b: B) throws
        static func f() async -> Self
        subscript(b: B) -> C { get }
        var d: D { get set }
        var e: E { mutating get async throws(F) }
        typealias G = H
      }
      """,
      "A | init?(_ b: B) throws",
      "A | static func f() async -> Self",
      "A | subscript(b: B) -> C { get }",
      "A | typealias G = H",
      "A | var d: D { get set }",
      "A | var e: E { mutating get async throws(F) }",
      "A: AnyObject",
      "public protocol A"
    ),
  ]

  // MARK: - Functions

  private static let functions = [
    Example(
      "operators",
      """
      infix operator <=>: AdditionPrecedence
      extension A {
        public static func == (first: A, second: A) -> Bool { true }
        public static func < (first: A, second: A) -> Bool { first.b<second.b }
        public static func <=> (first: A, second: A) -> B<C<D>> { b }
        public static prefix func - (a: A) -> A { a }
      }
      """,
      "A | public static func < (first: A, second: A) -> Bool",
      "A | public static func <=> (first: A, second: A) -> B<C<D>>",
      "A | public static func == (first: A, second: A) -> Bool",
      "A | public static prefix func - (a: A) -> A",
      "infix operator <=>: AdditionPrecedence"
    ),
    Example(
      "a function of several lines, and one of one line",
      """
      public func f<T>(
        _ a: (T) throws -> Void,
        b: [Int] = [1, 2],
        c: Int = 1 << 20, // As always.
      ) async throws(E)
        -> T
      where
        T: A,
        T.B == C
      {
        public func g() {}
      }
      public func f<T>(_ a: inout T, b: String = "}", c: () -> Void = { d() }) rethrows { e() }
      """,
      "public func f<T>(_ a: (T) throws -> Void, b: [Int] = [1, 2], c: Int = 1 << 20)"
        + " async throws(E) -> T where T: A, T.B == C",
      #"public func f<T>(_ a: inout T, b: String = "}", c: () -> Void = { d() }) rethrows"#
    ),
    Example(
      "initializers and class members",
      """
      open class A {
        public required convenience init?(a: B) { nil }
        open class func f() {}
        public class var a: Int { 1 }
        deinit {}
      }
      """,
      "A | open class func f()",
      "A | public class var a: Int { get }",
      "A | public required convenience init?(a: B)",
      "open class A"
    ),
    Example(
      "strings and comments",
      ##"""
      /* public func a() { /* } */ } */
      public let a = "\(b("}")) \" {" // }
      public let b = #"\("}"#
      public let c = """
        "}"
        """
      public func `default`() {}
      """##,
      #"public func `default`()"#,
      ##"public let a = "\(b("}")) \" {""##,
      ##"public let b = #"\("}"#"##,
      ##"public let c = """\##n  "}"\##n  """"##
    ),
  ]

  // MARK: - Properties

  private static let properties = [
    Example(
      "who may set a property",
      """
      extension A {
        public let a: Int
        public var b: Int
        public private(set) var c: Int = 1
        public internal(set) static var d: Int { didSet { e() } }
        open public(set) var e: Int
        public package(set) var f: Int {
          get { 1 }
          set {}
        }
      }
      """,
      "A | open public(set) var e: Int { get set }",
      "A | public let a: Int",
      "A | public static var d: Int { get }",
      "A | public var b: Int { get set }",
      "A | public var c: Int { get }",
      "A | public var f: Int { get }"
    ),
    Example(
      "accessors",
      """
      extension A {
        public var a: Int { 1 }
        public var b: Int { get { 1 } nonmutating set(value) {} }
        public var c: Int {
          @inline(__always) _read { yield a }
          @inlinable _modify { yield &a }
        }
        public var d: Int { get async throws(E) { 1 } }
        public var e: Int { willSet { f() } didSet {} }
        public var f: Int = { 1 }() { didSet {} }
        public subscript(a: Int, b: Int = 1) -> Int { a }
        public subscript<T>(a: T) -> Int where T: B { get { 1 } set {} }
      }
      """,
      "A | public subscript(a: Int, b: Int = 1) -> Int { get }",
      "A | public subscript<T>(a: T) -> Int where T: B { get set }",
      "A | public var a: Int { get }",
      "A | public var b: Int { get nonmutating set }",
      "A | public var c: Int { get @inlinable set }",
      "A | public var d: Int { get async throws(E) }",
      "A | public var e: Int { get set }",
      "A | public var f: Int { get set }"
    ),
    Example(
      "a value that gives the property its type",
      "public let a = B(c: 1)\npublic let d: Int = 1\npublic var e = [1,\n2]\npublic var f: Int?",
      "public let a = B(c: 1)",
      "public let d: Int",
      "public var e = [1, 2] { get set }",
      "public var f: Int? { get set }"
    ),
    Example(
      "type aliases",
      "public typealias A<T> =\n  B<T> where T: C\npublic typealias D = (E) -> F",
      "public typealias A<T> = B<T> where T: C",
      "public typealias D = (E) -> F"
    ),
  ]

  // MARK: - Attributes and conditions

  private static let attributes = [
    Example(
      "attributes",
      """
      @propertyWrapper @frozen
      public struct A {
        @available(macOS 12, *)
        @inlinable @inline(__always)
        @discardableResult public func f(_ a: @escaping () -> Void) -> Int { 1 }
        @preconcurrency @B.C public nonisolated(unsafe) static var a: Int
      }
      """,
      "@propertyWrapper @frozen public struct A",
      "A | @available(macOS 12, *) @inlinable @discardableResult"
        + " public func f(_ a: @escaping () -> Void) -> Int",
      "A | @preconcurrency @B.C public nonisolated(unsafe) static var a: Int { get set }"
    ),
    Example(
      "attributes of an extension",
      "@available(macOS 12, *)\nextension A: @retroactive B { @C public func f() {} }",
      "A | @available(macOS 12, *) @C public func f()",
      "A: @available(macOS 12, *) @retroactive B"
    ),
    Example(
      "an attribute under a condition",
      "#if hasAttribute(a)\n@a\n#endif\n@b\npublic enum A {}",
      "#if hasAttribute(a) @a #endif @b public enum A"
    ),
    Example(
      "conditions",
      """
      #if os(Linux)
      extension A {
        #if B
        public func f() {}
        #elseif C && D
        public func g() {}
        #else
        public func h() {}
        #endif
        public func i() {}
      }
      #endif
      public func j() {
        #if B
        k()
        #endif
      }
      """,
      "A | public func f() #if os(Linux) #if B",
      "A | public func g() #if os(Linux) #if !(B) #if C && D",
      "A | public func h() #if os(Linux) #if !(B) #if !(C && D)",
      "A | public func i() #if os(Linux)",
      "public func j()"
    ),
  ]

  // MARK: - Declarations that are not public

  private static let hidden = [
    Example(
      "members of types that are not public",
      "struct A { public func f() {}\npublic struct B { public var c: Int } }\nextension A.B: C {}"
    ),
    Example(
      "conformances to protocols that are not public",
      "protocol A {}\npackage protocol B {}\npublic struct D: A, B {}\nextension E: A, F {}",
      "E: F",
      "public struct D"
    ),
    Example(
      "members that are not public",
      "public struct A { func f() {}\npackage var b: Int { 1 }\nprivate init() {}\nlet c = 1 }",
      "public struct A"
    ),
    Example(
      "a type of the same name in another type",
      "struct B {}\npublic struct A { public struct B { public var c: Int { 1 } } }",
      "A | public struct B",
      "A.B | public var c: Int { get }",
      "public struct A"
    ),
    Example(
      "imports",
      "import A\npublic import B\n@_exported public import C",
      "@_exported public import C"
    ),
  ]
}
