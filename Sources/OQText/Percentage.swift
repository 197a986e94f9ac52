/// A share as a person reads it.
package enum Percentage {
  /// A share, rounded down to a tenth: `93.4 %`, or `-` where there is none.
  ///
  /// - Parameter share: from 0 to 1.
  /// - Returns: the text.
  package static func text(of share: Double?) -> String {
    guard let share else { return "-" }
    let tenths = Int((share * 1000).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
