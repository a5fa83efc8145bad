/// The member that a `superDecoder()` stands for and that its object does not have.
///
/// To the model, it is null, as with JSONDecoder; its errors say which object lacks which member.
struct AbsentMember {
  /// The entry of the object.
  let object: Int
  let name: String
}
