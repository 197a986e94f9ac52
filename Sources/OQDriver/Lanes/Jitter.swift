import OQHistory

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Seeded delays at harness points, so that a share of programs runs in other interleavings.
///
/// Every lane draws from a stream of its own: which delays a lane takes does not depend on the
/// others.
struct Jitter {
  private var state: UInt64?

  init(seed: UInt64?, lane: LaneCode) {
    state = seed.map { $0 ^ (lane.rawValue &* 0x9E37_79B9_7F4A_7C15) }
  }

  /// Delays the lane by what its stream says: not at all, by yielding, or by spinning.
  mutating func pause() {
    guard var state else { return }
    // One step of SplitMix64 (Steele, Lea, Flood 2014): quick, and any seed is a good one.
    state &+= 0x9E37_79B9_7F4A_7C15
    self.state = state
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    switch mixed & 7 {
    case 0...3: return
    case 4, 5: sched_yield()
    default:
      for _ in 0..<Int(mixed >> 8 & 0x7FF) { spinHint() }
    }
  }

  @inline(never)
  private func spinHint() {}
}
