/// Names that programs give, as numbers.
package enum NumberedName {
  /// Long enough that no implementation keeps a name inside the object: two clients that set one
  /// share memory.
  private static let prefix = "name with the number "

  /// The name with a number.
  ///
  /// - Parameter number: from 1.
  /// - Returns: a text that no implementation chooses by itself.
  package static func text(_ number: Int) -> String { "\(prefix)\(number)" }

  /// The number of a name.
  ///
  /// - Parameter text: a name as the implementation gives it.
  /// - Returns: its number; 0 for none or an empty one, -1 for a text that no program gives.
  package static func number(_ text: String?) -> Int {
    guard let text, !text.isEmpty else { return 0 }
    guard text.hasPrefix(prefix), let number = Int(text.dropFirst(prefix.count)), number > 0 else {
      return -1
    }
    return number
  }
}
