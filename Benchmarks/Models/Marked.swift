/// The models of the suite `decode` with the marker: the same properties, keys and types, and nothing else.
///
/// A type is either marked or not, so they are copies, which `generate` makes.
enum Marked {}
