extension Checkers {
  /// Checkers of the area DEP.
  static let dependencies: [Checker] = [dependenciesFinishFirst]
}
