import OQCommandLine
import OQCommands
import OQMutants
import OQSpecification

/// The mutants that a benchmark measures.
enum MeasuredMutants {
  /// The areas whose rules the observability figure is about.
  static let areas: [Area] = [.dep, .limit, .susp, .cancel, .prio]

  /// The mutants of core that a pattern names; those of ``areas`` without one.
  static func select(_ pattern: String?) throws(Failure) -> [Mutant] {
    let chosen =
      try pattern.map { pattern throws(Failure) in try Mutant.select(pattern) }
      ?? Mutant.all.filter { areas.contains($0.breaks.area) }
    let core = chosen.filter { $0.profile == .core }
    guard !core.isEmpty else {
      throw Failure(.usage, "no mutant of '\(pattern ?? "")' breaks a rule of profile core")
    }
    return core
  }
}
