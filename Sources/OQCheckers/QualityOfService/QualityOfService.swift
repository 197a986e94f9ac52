import OQJudging

extension Checkers {
  /// Checkers of the area QOS.
  static let qualityOfService: [Checker] = [qualityIsReadBack, defaultQuality]
}
