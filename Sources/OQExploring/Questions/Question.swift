import OQSpecification

/// A question about a program, with the answer that its author expects.
package struct Question: Sendable, Hashable {
  /// What is asked, and expected.
  package enum Kind: Sendable, Hashable {
    /// Some run shows it.
    case allowed
    /// No run shows it.
    case forbidden
    /// Every run shows it.
    case always
    /// The events can come in this many orders, one that lacks some of them included.
    case count(Int)

    /// The word of the file.
    package var word: String {
      switch self {
      case .allowed: "allowed"
      case .forbidden: "forbidden"
      case .always: "always"
      case .count(let number): "count \(number)"
      }
    }
  }

  /// What is asked.
  package let kind: Kind
  /// The readings of the contract in which the answer is expected.
  package let profiles: [Profile]
  /// What a run shows or not; of a count, one term for each event.
  package let terms: [Term]
  /// The words behind the colon.
  package let text: String
  /// The line of the file, from 1.
  package let line: Int
}

/// Something that is true or false of a run.
package struct Term: Sendable, Hashable {
  /// What is true.
  package enum Fact: Sendable, Hashable {
    /// An event comes, by its place in the lookout.
    case event(Int)
    /// One event comes while another has not, by the place of the order.
    case order(Int)
    /// An event comes after another one: the place of their order, and that of the later one.
    case sequence(Int, Int)
    /// A client waits in vain.
    case stalls
  }

  /// What is true.
  package let fact: Fact
  /// Whether the contrary is meant.
  package let isNegated: Bool
  /// The words of the fact.
  package let text: String
  /// What has to happen for the question to be one: each with its words.
  package let parts: [Part]

  /// An event that a term presupposes.
  package struct Part: Sendable, Hashable {
    /// Its place in the lookout.
    package let place: Int
    /// Its words.
    package let text: String
  }

  /// Whether it is true of a run.
  ///
  /// - Parameters:
  ///   - seen: what the run has shown.
  ///   - stalls: whether a client waits in vain at the end.
  ///   - lookout: what the explorer looked out for.
  /// - Returns: the truth, the negation included.
  package func holds(_ seen: UInt64, stalls: Bool, _ lookout: Lookout) -> Bool {
    isFact(seen, stalls: stalls, lookout) != isNegated
  }

  /// Whether its fact is true of a run.
  package func isFact(_ seen: UInt64, stalls: Bool, _ lookout: Lookout) -> Bool {
    switch fact {
    case .event(let place): lookout.has(place, in: seen)
    case .order(let place): lookout.hasOrder(place, in: seen)
    case .sequence(let place, let later):
      lookout.hasOrder(place, in: seen) && lookout.has(later, in: seen)
    case .stalls: stalls
    }
  }
}
