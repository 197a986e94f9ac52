/// What invocation operations are made of, as numbers.
///
/// Each operation has a target of its own, an argument and a value that its method returns; all of
/// them occur nowhere else.
package enum InvocationNumbers {
  /// The number of the target of an operation.
  package static func receiver(of operation: OperationID) -> Int { 1_000_000 + operation.index }
  /// The number of the argument of an operation.
  package static func argument(of operation: OperationID) -> Int { 2_000_000 + operation.index }
  /// What the method of an operation returns.
  package static func result(of operation: OperationID) -> Int { 3_000_000 + operation.index }
  /// The method that returns a value.
  package static let method = 1
  /// The method that returns nothing.
  package static let procedure = 2
  /// A method with two arguments.
  package static let methodOfTwo = 3
  /// A method that no target has.
  package static let unknownMethod = 4
}
