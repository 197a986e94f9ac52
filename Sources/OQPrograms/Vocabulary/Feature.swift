/// A way of using the vocabulary that can be left out of a campaign as a whole.
package enum Feature: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Programs with more than one client lane.
  case clients
  /// Steps that drop the client's reference to an object.
  case drops
  /// Calls that some legal implementation answers by an error or a trap.
  case misuse
  /// Programs with delays, on one core, or with a recorder that keeps bodies only.
  case settings
  /// Waits for what only profile reference promises; without it they would not end.
  case reference
  /// Waits for a block of an operation while another one is held; elsewhere they would not end.
  case concurrency

  /// Order of the cases.
  package static func < (left: Feature, right: Feature) -> Bool {
    left.rank < right.rank
  }

  var rank: Int {
    switch self {
    case .clients: 0
    case .drops: 1
    case .misuse: 2
    case .settings: 3
    case .reference: 4
    case .concurrency: 5
    }
  }
}
