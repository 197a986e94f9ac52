import OQJudging
import OQReport

extension Roster {
  /// Whether something that is blamed names a fault more exactly than something else, by the
  /// tables: the other leaves faults to it, or is derived from it.
  ///
  /// Where the tables are silent, a rule of the subject's own names a fault more exactly than any
  /// that it keeps together with its host.
  package func isMoreExact(_ left: Finding.Blame, than right: Finding.Blame) -> Bool {
    guard case .rule(let a) = left, case .rule(let b) = right, a != b else { return false }
    if precedence.elders(of: b).contains(a) { return true }
    if precedence.elders(of: a).contains(b) { return false }
    if shared.contains(a) != shared.contains(b) { return shared.contains(b) }
    return checker(of: b)?.bases.contains(a) ?? false
  }
}
