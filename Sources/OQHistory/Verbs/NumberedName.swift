/// Names that programs give, as numbers.
package enum NumberedName {
  /// The name with a number.
  ///
  /// - Parameter number: from 1.
  /// - Returns: a text that no implementation chooses by itself.
  package static func text(_ number: Int) -> String { "name \(number)" }

  /// The number of a name.
  ///
  /// - Parameter text: a name as the implementation gives it.
  /// - Returns: its number; 0 for none or an empty one, -1 for a text that no program gives.
  package static func number(_ text: String?) -> Int {
    guard let text, !text.isEmpty else { return 0 }
    guard text.hasPrefix("name "), let number = Int(text.dropFirst(5)), number > 0 else {
      return -1
    }
    return number
  }
}
