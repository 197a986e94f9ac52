import OQCommandLine

extension SeedChoice {
  /// The seed to use; one that is drawn is told.
  ///
  /// - Parameter console: where it is told.
  /// - Returns: the seed.
  package func resolved(_ console: Console) -> UInt64 {
    switch self {
    case .fixed(let seed): return seed
    case .random:
      let seed = UInt64.random(in: .min ... .max)
      console.warn("seed \(seed)")
      return seed
    }
  }
}
