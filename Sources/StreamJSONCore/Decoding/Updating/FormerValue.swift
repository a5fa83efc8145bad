/// The value that members are taken from where a text lacks them.
///
/// It is encoded when the first member is missing, and not at all if none is.
///
/// `@unchecked Sendable`: what it becomes is noted by the thread that made it. A model may keep a
/// container and use it on another thread; that one encodes the value each time.
package final class FormerValue: @unchecked Sendable {
  private let environment: DecodingEnvironment
  private let thread: UInt
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private let value: () throws -> HandedValue?
  private var known: Members?

  /// The members, or why there are none.
  typealias Members = Result<[HandedMember], any Error>

  /// Makes a former value for a decode by `decoder`; `value` is called when it is needed.
  init(in decoder: DocumentDecoder, _ value: @escaping () throws -> HandedValue?) {
    environment = decoder.environment
    thread = environment.currentThread()
    userInfo = decoder.options.userInfo
    self.value = value
  }

  /// The member `name` of `former`, as a former value.
  init(member name: String, of former: FormerValue) {
    environment = former.environment
    thread = environment.currentThread()
    userInfo = former.userInfo
    value = { try former.member(name) }
  }

  /// Whether it is null.
  var isNull: Bool { (try? value()?.isNull) ?? true }

  /// The value itself.
  ///
  /// - Throws: What encoding a value around it throws.
  func whole() throws -> HandedValue { try value() ?? .null }

  /// The members that the value hands to an encoder; none if it is a value as a whole.
  ///
  /// - Throws: What encoding it throws.
  func members() throws -> [HandedMember] {
    guard environment.currentThread() == thread else { return try makeMembers().get() }
    if let known { return try known.get() }
    let members = makeMembers()
    known = members
    return try members.get()
  }

  private func makeMembers() -> Members {
    Members { try value()?.members(userInfo) ?? [] }
  }

  /// The value of the member `name`, nil if it has none.
  func member(_ name: String) throws -> HandedValue? {
    // The first, as it is in a text; models have few members, and rarely lack many.
    try members().first { $0.name == name }?.value
  }
}
