import OQJudging
import OQReport

extension Roster {
  /// Whether something that is blamed names a fault more exactly than something else, by the
  /// tables: the other leaves faults to it, or is derived from it.
  func isMoreExact(_ left: Finding.Blame, than right: Finding.Blame) -> Bool {
    guard case .rule(let a) = left, case .rule(let b) = right, a != b else { return false }
    if precedence.elders(of: b).contains(a) { return true }
    return checker(of: b)?.bases.contains(a) ?? false
  }
}
