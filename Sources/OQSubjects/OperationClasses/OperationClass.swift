import Foundation
import OQHistory

/// A class of operations under test: a factory, and what its operations promise.
package struct OperationClass: Sendable {
  /// The work of one operation: it returns, or throws, when it is over; the class calls it once, on
  /// a thread of its choice.
  package typealias Work = @Sendable () throws -> Void

  /// Its name, without the prefix of the command line.
  package let name: String
  /// What it is, in one line.
  package let summary: String
  /// What its operations override.
  package let nature: OperationNature
  /// Makes an operation that does some work.
  package let make: @Sendable (@escaping Work) -> Operation

  /// Describes a class.
  package init(
    _ name: String, _ summary: String, _ nature: OperationNature = .asynchronous,
    make: @escaping @Sendable (@escaping Work) -> Operation
  ) {
    self.name = name
    self.nature = nature
    self.summary = summary
    self.make = make
  }
}

/// The error with which work ends that is asked to fail.
package struct WorkError: Error, Sendable, Hashable {}
