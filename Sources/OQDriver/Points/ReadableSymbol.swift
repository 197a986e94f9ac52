import OQPoints

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Symbols as people read them.
package enum ReadableSymbol {
  /// The readable form of the name of some code.
  ///
  /// - Parameter symbol: a symbol, or a file and an offset.
  /// - Returns: the declaration that a symbol of Swift stands for; anything else as it is.
  package static func text(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s"), let found = oq_points_readable(symbol) else { return symbol }
    defer { free(found) }
    return String(cString: found)
  }
}
