#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// A file that is open for reading, which FoundationEssentials has no type for.
///
/// Several threads may read at given offsets at once.
final class FileDescriptor: Sendable {
  /// What reads the file, and waits for its bytes.
  let system: SystemFile

  /// The URL that the file was opened at.
  let url: URL

  /// The size of the file when it was opened, in bytes.
  ///
  /// Nil for everything that is read to its end, whatever its size: a pipe, a terminal and the like, and a file whose
  /// reported size is 0, which the system may be making while it is read.
  let byteCount: Int64?

  /// Whether the file can be read at any offset.
  let hasOffsets: Bool

  /// Opens the file at `url`.
  ///
  /// - Throws: `CocoaError`: `fileReadUnsupportedScheme` unless the URL is that of a file on this machine, otherwise
  ///   with the code of the error that `FileHandle` throws; for a directory, `fileReadUnknown` with
  ///   `POSIXError.EISDIR`.
  init(_ url: URL) throws {
    // The system ignores the scheme and host, and would treat the path as one on this machine.
    let host = url.host ?? ""
    guard url.isFileURL, host.isEmpty || host == "localhost" else {
      throw CocoaError(.fileReadUnsupportedScheme, url)
    }
    do {
      system = try SystemFile(url)
    } catch let error as POSIXError {
      let isDirectory = error.code == POSIXError.isDirectory.code
      let sentence = isDirectory ? "“\(url.path)” is a directory, not a file." : nil
      throw CocoaError(error.whenOpening, url, because: error, saying: sentence)
    }
    self.url = url
    let byteCount = system.byteCount
    hasOffsets = byteCount != nil
    self.byteCount = byteCount == 0 ? nil : byteCount
  }

  deinit {
    system.closeFile()
  }

  /// Checks that the file has not become shorter, after a read has found its end at `offset`.
  ///
  /// Some file systems report every file to be as large as a page, and deliver fewer bytes.
  ///
  /// - Throws: `CocoaError`: `fileReadCorruptFile`, with both sizes.
  func checkEnd(at offset: Int64) throws {
    guard let byteCount, offset < byteCount else { return }
    guard let byteCountNow = system.byteCount, byteCountNow < byteCount else { return }
    throw CocoaError(
      .fileReadCorruptFile,
      url,
      saying: """
        “\(url.path)” became shorter while it was being read: it had \(byteCount) bytes when it \
        was opened and has \(byteCountNow) now.
        """
    )
  }

  // MARK: - Waiting

  /// Whether reading the next bytes may have to wait for a writer.
  var mayWait: Bool { byteCount == nil }

  /// Waits until reading would not wait, or until the task is canceled; blocks no thread.
  func waitUntilReadable() async {
    // Another reader of a pipe may take the bytes first.
    while mayWait, !Task.isCancelled, !system.isReadable(within: 0) {
      await system.waitUntilReadable()
    }
  }
}

extension CocoaError {
  /// Creates an error about the file at `url`, with a sentence for its user if there is more to say
  /// than the system knows.
  @inline(never)
  init(
    _ code: CocoaError.Code,
    _ url: URL,
    because cause: POSIXError? = nil,
    saying sentence: String? = nil
  ) {
    // The values of Foundation's `NSURLErrorKey`, `NSUnderlyingErrorKey` and
    // `NSLocalizedDescriptionKey`.
    var userInfo: [String: AnyHashable] = ["NSURL": url]
    if let cause { userInfo["NSUnderlyingError"] = cause }
    if let sentence { userInfo["NSLocalizedDescription"] = sentence }
    self.init(code, userInfo: userInfo)
  }
}
