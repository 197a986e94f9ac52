import OQJudging

extension Checkers {
  /// Checkers of the area OP.
  static let general: [Checker] = [baseFinishes, accessorsAnswer, callsComeBack, namesAreKept]
}
