/// Constants of the protocol that `Spec/WireProtocol.md` describes.
package enum WireProtocol {
  /// The version that harness and adapter must both speak.
  package static let version = 1

  /// Verbs beside those of the verb table: what a program needs around its calls.
  package enum Service: String, Sendable, CaseIterable {
    /// Makes a queue.
    case makeQueue = "make-queue"
    /// Makes an operation of a kind.
    case makeOperation = "make-operation"
    /// Drops the adapter's reference to an object.
    case drop
    /// Does nothing: its stamps say when the lane came by.
    case mark
  }
}
