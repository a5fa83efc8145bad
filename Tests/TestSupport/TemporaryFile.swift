package import Foundation

/// Calls `body` with the URL of a file that contains `bytes`, and deletes the file.
package func withTemporaryFile<Result>(
  _ bytes: some Collection<UInt8>,
  _ body: (URL) throws -> Result
) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url)
}

/// Does the same for a body that waits.
package func withTemporaryFile<Result>(
  _ bytes: some Collection<UInt8>,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (URL) async throws -> Result
) async throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try await body(url)
}
