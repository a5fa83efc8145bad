/// Whether object graphs may hold objects of Foundation's classes, such as `NSNumber`.
///
/// They may not in a build without the package's trait `Foundation`, where there is
/// FoundationEssentials.
package let graphsMayHoldClasses: Bool = {
  #if Foundation || !canImport(FoundationEssentials)
  true
  #else
  false
  #endif
}()
