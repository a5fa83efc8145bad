import Testing

/// Where unsafe code is, and that each piece of it says why it is safe.
struct UnsafeCodeTests {
  /// The library's files with unsafe code.
  ///
  /// A new one needs a reason, and a test at an unreadable page.
  static let pinned: Set<String> = [
    "StreamJSON/Decoder/IdleDecoder.swift",
    "StreamJSON/Decoder/Strategies.swift",
    "StreamJSON/Decoder/StreamJSONDecoder+Documents.swift",
    "StreamJSON/Decoder/StreamJSONDecoder+Inputs.swift",
    "StreamJSON/Decoder/StreamJSONDecoder+Locating.swift",
    "StreamJSON/Decoder/StreamJSONDecoder+Parts.swift",
    "StreamJSON/Decoder/StreamJSONDecoder+Updating.swift",
    "StreamJSON/Decoder/StreamJSONDecoder.swift",
    "StreamJSON/Members/Dates.swift",
    "StreamJSON/ObjectGraph/GraphText.swift",
    "StreamJSON/ObjectGraph/GraphValue+Decimal.swift",
    "StreamJSON/ObjectGraph/GraphValue+Foundation.swift",
    "StreamJSON/Parallel/StreamJSONDecoder+Concurrency.swift",
    "StreamJSON/Streaming/CollectedBytes.swift",
    "StreamJSON/Streaming/FileDescriptor.swift",
    "StreamJSON/Streaming/FileParts.swift",
    "StreamJSON/Streaming/FileReader.swift",
    "StreamJSON/Streaming/JSONStream.swift",
    "StreamJSON/Streaming/PendingBytes.swift",
    "StreamJSON/Streaming/PullBuffer.swift",
    "StreamJSON/Streaming/StreamJSONDecoder+Streams.swift",
    "StreamJSON/System/CLibrary.swift",
    "StreamJSON/System/SystemFile+Handles.swift",
    "StreamJSON/Types/Data+Decoding.swift",
    "StreamJSONCore/Bytes/Base64.swift",
    "StreamJSONCore/Bytes/ByteArena.swift",
    "StreamJSONCore/Bytes/ByteSearch+Vectors.swift",
    "StreamJSONCore/Bytes/IdentityTable.swift",
    "StreamJSONCore/Bytes/JSONText.swift",
    "StreamJSONCore/Session/ContainerPool.swift",
    "StreamJSONCore/Session/DecoderMemory.swift",
    "StreamJSONCore/Updating/DocumentDecoder+Updating.swift",
    "StreamJSONCore/Decoding/DirectlyDecodable+Collections.swift",
    "StreamJSONCore/Session/DirectlyDecodable.swift",
    "StreamJSONCore/Session/DirectTypes.swift",
    "StreamJSONCore/Session/DocumentDecoder+Keys.swift",
    "StreamJSONCore/Session/DocumentDecoder+Super.swift",
    "StreamJSONCore/Session/DocumentDecoder.swift",
    "StreamJSONCore/Failures/ErrorSource.swift",
    "StreamJSONCore/Failures/FailedInitializer.swift",
    "StreamJSONCore/Errors/ForeignError.swift",
    "StreamJSONCore/Paths/KeyFrame.swift",
    "StreamJSONCore/Keys/KeySlots.swift",
    "StreamJSONCore/Keys/KeyType.swift",
    "StreamJSONCore/Session/KeyedContainer.swift",
    "StreamJSONCore/Containers/KeyedObject+Values.swift",
    "StreamJSONCore/Session/KeyedObject.swift",
    "StreamJSONCore/Failures/LazyErrorDetails.swift",
    "StreamJSONCore/Session/BoxLayout.swift",
    "StreamJSONCore/Session/ContainerHandle.swift",
    "StreamJSONCore/Session/ContainersInUse.swift",
    "StreamJSONCore/Session/DecoderUse.swift",
    "StreamJSONCore/Session/DecodingEnvironment.swift",
    "StreamJSONCore/Session/PooledContainer.swift",
    "StreamJSONCore/Session/PooledReference.swift",
    "StreamJSONCore/Session/StackPlace.swift",
    "StreamJSONCore/Keys/MemberName.swift",
    "StreamJSONCore/Keys/MemberPositions.swift",
    "StreamJSONCore/Failures/MismatchDescriptions.swift",
    "StreamJSONCore/Memberwise/DecoderMemory+Memberwise.swift",
    "StreamJSONCore/Memberwise/DocumentDecoder+Deferred.swift",
    "StreamJSONCore/Memberwise/DocumentDecoder+Memberwise.swift",
    "StreamJSONCore/Memberwise/DocumentDecoder+ObjectArrays.swift",
    "StreamJSONCore/Memberwise/DocumentDecoder+Recording.swift",
    "StreamJSONCore/Memberwise/OptionalTag.swift",
    "StreamJSONCore/Types/TypeMetadata+Cases.swift",
    "StreamJSONCore/Memberwise/DocumentDecoder+Reading.swift",
    "StreamJSONCore/Memberwise/MarkedType.swift",
    "StreamJSONCore/Memberwise/MemberHandler.swift",

    "StreamJSONCore/Memberwise/MemberwiseArrays.swift",
    "StreamJSONCore/Memberwise/MemberwiseDecodable.swift",
    "StreamJSONCore/Memberwise/MemberwisePlan.swift",
    "StreamJSONCore/Memberwise/MemberwisePlanner.swift",
    "StreamJSONCore/Memberwise/ShortInteger.swift",
    "StreamJSONCore/Memberwise/TextCursor+Strings.swift",
    "StreamJSONCore/Memberwise/TextCursor.swift",
    "StreamJSONCore/Memberwise/TextReader+Deferred.swift",
    "StreamJSONCore/Memberwise/TextReader+Leads.swift",
    "StreamJSONCore/Memberwise/TextReader+Objects.swift",
    "StreamJSONCore/Memberwise/TextReader.swift",
    "StreamJSONCore/Memberwise/ValueComparison.swift",
    "StreamJSONCore/Types/PlainEnum.swift",
    "StreamJSONCore/Types/TypeMetadata+Ownership.swift",
    "StreamJSONCore/Types/TypeMetadata.swift",
    "StreamJSONCore/Updating/DecodableWithDefaults.swift",
    "StreamJSONCore/Updating/HandedValue.swift",
    "StreamJSONCore/Document/Document+Location.swift",
    "StreamJSONCore/Document/Document+Strings.swift",
    "StreamJSONCore/Document/Document.swift",
    "StreamJSONCore/Document/DocumentStorage.swift",
    "StreamJSONCore/Framings/SelectionFraming.swift",
    "StreamJSONCore/Streaming/StreamEngine+Partial.swift",
    "StreamJSONCore/Streaming/StreamEngine+Reading.swift",
    "StreamJSONCore/Streaming/StreamEngine.swift",
    "StreamJSONCore/Strings/SmallString.swift",
    "StreamJSONCore/Syntax/MemberLeads.swift",
    "StreamJSONCore/Tape/Tape.swift",
    "StreamJSONCore/Tape/TapeWord.swift",
    "StreamJSONCore/ObjectGraph/GraphValue.swift",
    "StreamJSONCore/ObjectGraph/GraphWriter.swift",
  ]

  private static let sources = Repository.files(in: "Sources")

  @Test func `unsafe code is in the files listed here`() {
    let found = Self.sources.filter { file in
      file.codeLines.contains(where: Self.isUnsafe)
    }.map { String($0.path.dropFirst("Sources/".count)) }
    #expect(Set(found).subtracting(Self.pinned) == [], "not listed")
    #expect(Self.pinned.subtracting(found) == [], "listed, but without unsafe code")
  }

  /// A `SAFETY:` comment counts for the lines below it, up to ten.
  ///
  /// The precondition of a function that is itself marked `@unsafe` counts as one, as does the
  /// comment at the declaration of a stored property for its accessors.
  @Test(arguments: sources)
  func `each unsafe expression says what makes it safe`(file: RepositoryFile) {
    let (lines, code) = (file.lines, file.codeLines)
    var explained: Set<String> = []
    for (number, line) in code.enumerated() {
      let words = line.words
      guard words.starts(with: ["exclusivity", "unchecked"]) || words.contains("unowned"),
        let keyword = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
        keyword + 1 < words.count,
        isExplained(number, lines)
      else { continue }
      explained.insert(String(words[keyword + 1]))
    }
    let unexplained = code.indices.filter { number in
      Self.isUnsafe(code[number]) && !isExplained(number, lines)
        && !code[number].words.contains { explained.contains(String($0)) }
    }
    #expect(unexplained.map { "\($0 + 1): \(code[$0])" } == [])
  }

  /// Whether the line has the keyword `unsafe`, which the attribute `@unsafe` is not.
  private static func isUnsafe(_ line: String) -> Bool {
    guard line.utf8.count > 6, line.contains("unsafe") else { return false }
    return line.replacing("@unsafe", with: "").replacing("(unsafe)", with: "").words
      .contains("unsafe")
  }

  private func isExplained(_ number: Int, _ lines: [Substring]) -> Bool {
    let above = lines[max(0, number - 10)...number]
    return above.contains { $0.contains("SAFETY:") }
      || above.contains { $0.contains("- Precondition:") }
        && above.contains { $0.contains("@unsafe") }
  }
}
