/// Whether object graphs may hold objects of Foundation's classes, such as `NSNumber`.
///
/// They may not in a build without the package's trait `Foundation`, if FoundationEssentials exists.
package let graphsMayHoldClasses: Bool = {
  #if Foundation || !canImport(FoundationEssentials)
  true
  #else
  false
  #endif
}()
