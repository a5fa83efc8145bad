import Testing

/// Where unsafe code is, and that each piece of it says why it is safe.
struct UnsafeCodeTests {
  /// The library's files with unsafe code.
  ///
  /// A new one needs a reason, and a test at an unreadable page.
  static let pinned: Set<String> = [
    "StreamJSON/Decoder/StreamJSONDecoder.swift",
    "StreamJSON/Types/Foundation+Decoding.swift",
    "StreamJSON/Decoder/StreamJSONDecoder+Inputs.swift",
    "StreamJSON/Types/GraphValue+Foundation.swift",
    "StreamJSON/Types/GraphValue+FoundationEssentials.swift",
    "StreamJSON/Sources/CollectedBytes.swift",
    "StreamJSON/Sources/ByteReader.swift",
    "StreamJSON/Sources/JSONStream.swift",
    "StreamJSON/Sources/PullReader.swift",
    "StreamJSON/Sources/WholeFile.swift",
    "StreamJSON/System/CLibrary.swift",
    "StreamJSON/System/SystemFile+Handles.swift",
    "StreamJSONCore/Text/Base64.swift",
    "StreamJSONCore/Text/ByteArena.swift",
    "StreamJSONCore/Text/ByteSearch.swift",
    "StreamJSONCore/Text/IdentityTable.swift",
    "StreamJSONCore/Text/JSONText.swift",
    "StreamJSONCore/Updating/DocumentDecoder+Updating.swift",
    "StreamJSONCore/Decoding/DirectlyDecodable+Collections.swift",
    "StreamJSONCore/Decoding/DirectlyDecodable.swift",
    "StreamJSONCore/Decoding/DecodingEnvironment.swift",
    "StreamJSONCore/Decoding/DocumentDecoder.swift",
    "StreamJSONCore/Failures/MismatchDescriptions.swift",
    "StreamJSONCore/Keys/KeySlot.swift",
    "StreamJSONCore/Keys/KeyType.swift",
    "StreamJSONCore/Decoding/KeyedObject.swift",
    "StreamJSONCore/Failures/LazyErrorDetails.swift",
    "StreamJSONCore/Decoding/ContainerPool.swift",
    "StreamJSONCore/Decoding/DocumentDecoder+Lifetime.swift",
    "StreamJSONCore/Keys/MemberList.swift",
    "StreamJSONCore/Memberwise/DocumentDecoder+Memberwise.swift",
    "StreamJSONCore/Memberwise/MemberRecording.swift",
    "StreamJSONCore/Memberwise/MemberwisePlan.swift",
    "StreamJSONCore/Types/TypeMetadata.swift",
    "StreamJSONCore/Memberwise/MemberwiseMemory.swift",
    "StreamJSONCore/Memberwise/MemberwiseType.swift",
    "StreamJSONCore/Memberwise/MemberwiseDecodable.swift",
    "StreamJSONCore/Memberwise/TextCursor.swift",
    "StreamJSONCore/Memberwise/TextReader.swift",
    "StreamJSONCore/Types/PlainEnum.swift",
    "StreamJSONCore/Updating/CodableWithDefaults.swift",
    "StreamJSONCore/Updating/HandedValue.swift",
    "StreamJSONCore/Updating/FormerValue.swift",
    "StreamJSONCore/Document/Document.swift",
    "StreamJSONCore/Document/DocumentStorage.swift",
    "StreamJSONCore/Streams/StreamEngine.swift",
    "StreamJSONCore/Streams/StreamState.swift",
    "StreamJSONCore/Text/SmallString.swift",
    "StreamJSONCore/Scanner/MemberLeads.swift",
    "StreamJSONCore/Scanner/Tape.swift",
    "StreamJSONCore/Document/GraphValue.swift",
    "StreamJSONCore/Document/GraphWriter.swift",
  ]

  private static let sources = Repository.files(in: "Sources")

  @Test func `unsafe code is in the files listed here`() {
    let found = Self.sources.filter { file in
      file.codeLines.contains(where: Self.isUnsafe)
    }.map { String($0.path.dropFirst("Sources/".count)) }
    #expect(Set(found).subtracting(Self.pinned) == [], "not listed")
    #expect(Self.pinned.subtracting(found) == [], "listed, but without unsafe code")
  }

  /// A declaration with unsafe code has a `SAFETY:` comment.
  ///
  /// The precondition of a function that is itself marked `@unsafe` counts as one, as does the
  /// comment at the declaration of a stored property for its accessors, and `SAFETY of all that follows` for
  /// the declarations after it.
  @Test func `each declaration with unsafe code says what makes it safe`() {
    for file in Self.sources {
      let explained = Self.explainedProperties(of: file)
      var isExplained = false
      for declaration in Self.declarations(of: file) {
        let text = declaration.map { file.lines[$0] }
        isExplained = isExplained || text.contains { $0.contains("SAFETY of all that follows") }
        guard !isExplained, !text.contains(where: { $0.contains("SAFETY:") }),
          !(text.contains { $0.contains("- Precondition:") }
            && text.contains { $0.contains("@unsafe") })
        else { continue }
        let code = declaration.map { file.codeLines[$0] }
        let unexplained = code.filter { line in
          Self.isUnsafe(line) && !line.words.contains { explained.contains($0) }
        }
        #expect(unexplained == [], "\(file)")
      }
    }
  }

  /// A second comment in a declaration would hide that the first one does not say everything.
  @Test func `each declaration says once what makes it safe`() {
    for file in Self.sources {
      for declaration in Self.declarations(of: file) {
        let comments = declaration.filter { file.lines[$0].contains("SAFETY") }
        let repeated = comments.dropFirst().map { "\(file):\($0 + 1)" }
        #expect(repeated == [])
      }
    }
  }

  /// Few properties are not checked for overlapping access.
  ///
  /// The compiler removes most checks by itself, and Design says what the rest brings.
  @Test func `access to few properties is not checked`() {
    let lines = Self.sources.flatMap { $0.codeLines }
    let unchecked = lines.count { $0.contains("@exclusivity(unchecked)") }
    #expect(unchecked <= 12)
  }

  @Test func `what makes code safe is said where it is`() {
    for file in Self.sources {
      let references = file.lines.filter { line in
        ["as above", "as below", "as in "].contains { line.contains("SAFETY: \($0)") }
      }
      #expect(references == [], "\(file)")
    }
  }

  /// The stored properties for whose accessors a comment says what makes them safe.
  private static func explainedProperties(of file: RepositoryFile) -> Set<Substring> {
    var explained: Set<Substring> = []
    for declaration in declarations(of: file) {
      let text = declaration.map { file.lines[$0] }
      guard text.contains(where: { $0.contains("SAFETY") }) else { continue }
      for line in declaration.map({ file.codeLines[$0] }) {
        let words = line.words
        guard words.starts(with: ["exclusivity", "unchecked"]) || words.contains("unowned"),
          let keyword = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
          keyword + 1 < words.count
        else { continue }
        explained.insert(words[keyword + 1])
      }
    }
    return explained
  }

  /// The lines of each declaration, or of several without an empty line between them: everything inside
  /// a type is indented by two spaces.
  private static func declarations(of file: RepositoryFile) -> [Range<Int>] {
    var starts = [0]
    for number in file.lines.indices.dropFirst() where file.lines[number - 1].isEmpty {
      let isInside = file.lines[number].hasPrefix("   ") || file.lines[number].isEmpty
      if !isInside { starts.append(number) }
    }
    return zip(starts, starts.dropFirst() + [file.lines.count]).map { $0..<$1 }
  }

  /// Whether the line has the keyword `unsafe`, which the attribute `@unsafe` is not.
  private static func isUnsafe(_ line: String) -> Bool {
    guard line.utf8.count > 6, line.contains("unsafe") else { return false }
    return line.replacing("@unsafe", with: "").replacing("(unsafe)", with: "").words
      .contains("unsafe")
  }
}
