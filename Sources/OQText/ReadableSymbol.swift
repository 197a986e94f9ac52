#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Symbols as people read them.
package enum ReadableSymbol {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// What the runtime of Swift offers for it; nil where it offers nothing.
  private static let demangle: Demangle? = {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return dlsym(everywhere, "swift_demangle").map { unsafeBitCast($0, to: Demangle.self) }
  }()

  /// The readable form of the name of some code.
  ///
  /// - Parameter symbol: a symbol, or a file and an offset.
  /// - Returns: the declaration that a symbol of Swift stands for; anything else as it is.
  package static func text(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s"),
      let found = demangle?(symbol, symbol.utf8.count, nil, nil, 0)
    else { return symbol }
    defer { free(found) }
    return String(cString: found)
  }
}
