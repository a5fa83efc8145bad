/// The models of the suite `decode` with the marker: the same properties, keys and types, and nothing else.
///
/// They are copies, because a type is either marked or not; a test compares them with their twins.
enum Marked {}
