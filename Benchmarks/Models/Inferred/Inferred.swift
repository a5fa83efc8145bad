/// The models of the suite `inferred`, which were inferred from its documents.
enum Inferred {}
