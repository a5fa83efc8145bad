import Foundation

extension Suites {
  /// Models that find out what a value is by trying, and spend much of their time on errors that nobody looks at.
  static let tries = BenchSuite(name: "tries") { corpus in
    let trees: [Document] = [.feed, .mixedNumbers]
    let documents = trees + (corpus.map(Document.corpus(in:)) ?? [])
    return documents.map { .tree($0, as: ScalarsFirstTree.self, order: "scalars first") }
      + documents.map { .tree($0, as: ContainersFirstTree.self, order: "containers first") }
      + documents.map { .tree($0, as: AllKeysTree.self, order: "by allKeys") }
      + documents.map { .tree($0, as: NestedContainersTree.self, order: "by nested containers") }
      + [
        .decode(
          suite: "tries",
          .payments,
          as: [Either<CardPayment, TransferPayment>].self,
          named: "either of two, half failing"
        ),
        .decode(
          suite: "tries",
          .payments,
          as: LossyArray<CardPayment>.self,
          named: "lossy array, half failing"
        ),
        .decode(suite: "tries", .mixedScalars, as: [NumberOrText].self),
        .decode(
          suite: "tries",
          .mixedScalars,
          as: NumbersAndErrors.self,
          named: "the errors of half the elements, kept"
        ),
        .decode(
          suite: "tries",
          .nulls,
          as: [ValueOrError<Identifier>].self,
          named: "nothing but nulls, their errors kept"
        ),
        .decode(
          suite: "tries",
          .nulls,
          as: ValuesAndErrors<Identifier>.self,
          named: "the same by superDecoder()"
        ),
        .decode(suite: "tries", .halfUnknownCases, as: LossyArray<PaymentKind>.self),
        .decode(suite: "tries", .halfBadUUIDs, as: LossyArray<UUID>.self),
        .decode(suite: "tries", .loosePayments, as: [LoosePayment].self),
        .decode(
          suite: "tries",
          .typedPayments,
          as: [ChosenPayment].self,
          named: "a type chosen by a member"
        ),
        .decode(
          suite: "tries",
          .payments,
          as: [DefaultingPayment].self,
          named: "defaults for missing members"
        ),
      ]
  }
}

extension BenchCase {
  fileprivate static func tree<Tree: Decodable & Equatable & SendableMetatype>(
    _ document: Document,
    as tree: Tree.Type,
    order: String
  ) -> BenchCase {
    decode(suite: "tries", document, as: tree, named: "\(document.name) as a tree, \(order)")
  }
}
