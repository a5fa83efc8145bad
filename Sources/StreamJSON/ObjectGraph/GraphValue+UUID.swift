package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension UUID: GraphValue {
  /// Writes the string that a `UUID` is encoded as.
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(uuidString)
  }
}
