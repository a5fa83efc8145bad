#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
import Glibc

/// The places where the loaded libraries keep the addresses of some C functions that they call.
///
/// A library calls a function of another through an entry in its own import table, which the
/// dynamic linker fills in. Changing the entry intercepts the calls. An executable can also replace
/// `malloc` by defining it, but not in Swift alone: the compiler reserves the name, and the linker
/// does not export the definition.
///
/// The executable's own table is left alone, so that the replacements can call what they replace.
struct ImportTables: Sendable {
  /// One entry of a table.
  private struct Entry {
    /// The address of the entry, on a page that is writable.
    let address: UInt
    /// What the dynamic linker has put there, or will replace at the first call.
    let original: UInt
    let replacement: UInt
  }

  private var entries: [Entry] = []

  /// Finds the entries for the functions named by `replacements`.
  ///
  /// - Precondition: Each replacement is the address of a function of the same type as the one that
  ///   it replaces.
  @unsafe
  init(redirecting replacements: [String: UInt]) {
    // SAFETY: glibc's handle of a library is its `link_map`, the head of which is public. The
    // executable comes first in the list, whose members stay loaded.
    let executable = unsafe dlopen(nil, RTLD_LAZY)?.assumingMemoryBound(to: link_map.self)
    var library = unsafe executable?.pointee.l_next
    while let current = unsafe library {
      unsafe findEntries(of: current.pointee, replacements)
      unsafe library = current.pointee.l_next
    }
  }

  /// Makes the libraries call the replacements.
  func redirect() {
    for entry in entries {
      // SAFETY: `append` has made the page writable.
      unsafe UnsafeMutablePointer<UInt>(bitPattern: entry.address)?.pointee = entry.replacement
    }
  }

  /// Makes the libraries call the original functions again.
  func restore() {
    for entry in entries {
      // SAFETY: `append` has made the page writable.
      unsafe UnsafeMutablePointer<UInt>(bitPattern: entry.address)?.pointee = entry.original
    }
  }

  /// Visits the relocations of `library` that fill in its import table.
  @unsafe
  private mutating func findEntries(of library: link_map, _ replacements: [String: UInt]) {
    var values: [Int: UInt] = [:]
    // SAFETY: a loaded library has a dynamic section, and a null tag ends it.
    var dynamic = unsafe library.l_ld
    while let tag = unsafe dynamic?.pointee.d_tag, tag != DT_NULL {
      unsafe values[Int(tag)] = UInt(dynamic?.pointee.d_un.d_val ?? 0)
      unsafe dynamic = dynamic?.successor()
    }
    // Relative addresses belong to the kernel's own small library, which allocates nothing.
    guard
      let symbols = unsafe UnsafePointer<Elf64_Sym>(bitPattern: values[Int(DT_SYMTAB)] ?? 0),
      let names = unsafe UnsafePointer<CChar>(bitPattern: values[Int(DT_STRTAB)] ?? 0),
      unsafe UInt(bitPattern: names) >= library.l_addr
    else { return }
    for (table, size) in [(DT_JMPREL, DT_PLTRELSZ), (DT_RELA, DT_RELASZ)] {
      let start = unsafe UnsafePointer<Elf64_Rela>(bitPattern: values[Int(table)] ?? 0)
      let count = Int(values[Int(size)] ?? 0) / MemoryLayout<Elf64_Rela>.stride
      for offset in 0..<count {
        // SAFETY: the dynamic section says where the table is and how long it is, and the
        // relocation says which symbol it is for and which entry it fills.
        guard let relocation = unsafe start?[offset], Self.fillsImport(relocation) else { continue }
        let symbol = unsafe symbols[Int(relocation.r_info >> 32)]
        let name = unsafe String(cString: names + Int(symbol.st_name))
        guard let replacement = replacements[name] else { continue }
        unsafe append(UInt(library.l_addr) + UInt(relocation.r_offset), replacement)
      }
    }
  }

  /// Whether the relocation stores the address of a function.
  private static func fillsImport(_ relocation: Elf64_Rela) -> Bool {
    let type = relocation.r_info & 0xFFFF_FFFF
    #if arch(x86_64)
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT
    #elseif arch(arm64)
    return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT
    #else
    return false
    #endif
  }

  /// Makes the entry at `address` writable and records it.
  @unsafe
  private mutating func append(_ address: UInt, _ replacement: UInt) {
    let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
    // SAFETY: the page is part of the library's own data; the linker only made it read-only.
    guard
      let page = unsafe UnsafeMutableRawPointer(bitPattern: address & ~(pageSize - 1)),
      let entry = unsafe UnsafePointer<UInt>(bitPattern: address),
      unsafe mprotect(page, Int(pageSize), PROT_READ | PROT_WRITE) == 0
    else { return }
    entries.append(
      Entry(address: address, original: unsafe entry.pointee, replacement: replacement)
    )
  }
}
#endif
