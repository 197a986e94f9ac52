import OQReport

extension Finding {
  /// The place of each finding among those that blame the same, from 1.
  static func numbers(_ findings: [Finding]) -> [Int] {
    var counts: [Blame: Int] = [:]
    return findings.map { finding in
      counts[finding.blame, default: 0] += 1
      return counts[finding.blame, default: 1]
    }
  }
}
