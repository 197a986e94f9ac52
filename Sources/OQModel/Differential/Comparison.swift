import OQHistory
import OQSpecification

/// What comparing the reduced acceptor with the unreduced one gave, history by history.
package struct Comparison: Sendable, Hashable {
  /// A history on which something is wrong, with what both acceptors say of it.
  package struct Finding: Sendable, Hashable {
    /// What is wrong.
    package enum Fault: String, Sendable, Hashable {
      /// The answers differ.
      case disagreement
      /// A history that the simulator made is rejected by an acceptor.
      case falseAlarm = "false alarm"
    }

    /// What is wrong.
    package let fault: Fault
    /// Index of the program.
    package let index: Int
    /// The reading of the contract.
    package let profile: Profile
    /// The history.
    package let history: History
    /// What the unreduced acceptor says.
    package let unreduced: Acceptance
    /// What the reduced acceptor says.
    package let reduced: Acceptance
  }

  /// Histories that both acceptors accept.
  package var accepted = 0
  /// Histories that both acceptors reject.
  package var rejected = 0
  /// Histories beyond the bound of the unreduced acceptor alone.
  package var beyondUnreducedBound = 0
  /// Histories beyond the bound of the reduced acceptor alone.
  package var beyondReducedBound = 0
  /// Histories beyond the bounds of both acceptors.
  package var beyondBound = 0
  /// Corrupted histories among all of them, by kind of corruption.
  package var corrupted = [Int](repeating: 0, count: Corruption.allCases.count)
  /// How many of ``corrupted`` the unreduced acceptor rejects.
  package var noticed = [Int](repeating: 0, count: Corruption.allCases.count)
  /// Programs whose histories were all compared.
  package var exhausted = 0
  /// Programs left out because they have more histories or states than the stated bounds.
  package var cut = 0
  /// What should not exist.
  package var findings: [Finding] = []

  /// Nothing compared yet.
  package init() {}

  /// Histories given to both acceptors.
  package var compared: Int {
    accepted + rejected + beyondUnreducedBound + beyondReducedBound + beyondBound
      + findings.count { $0.fault == .disagreement }
  }

  /// Histories beyond the bound of at least one acceptor.
  package var openEnds: Int { beyondUnreducedBound + beyondReducedBound + beyondBound }

  /// Adds what another part of the comparison gave.
  ///
  /// - Parameter other: the other part.
  package mutating func merge(_ other: Comparison) {
    accepted += other.accepted
    rejected += other.rejected
    beyondUnreducedBound += other.beyondUnreducedBound
    beyondReducedBound += other.beyondReducedBound
    beyondBound += other.beyondBound
    for place in corrupted.indices {
      corrupted[place] += other.corrupted[place]
      noticed[place] += other.noticed[place]
    }
    exhausted += other.exhausted
    cut += other.cut
    findings += other.findings
  }
}
