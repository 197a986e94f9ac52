import OQSubjects

/// The object whose method an invocation operation calls.
///
/// The operation keeps it alive. What its methods are called with is noted.
public final class InvocationReceiver: Sendable {
  private let numbered: NumberedReceiver

  init(_ numbered: NumberedReceiver) { self.numbered = numbered }

  /// The number of arguments of a method.
  ///
  /// An operation can be made of a method with one argument only.
  ///
  /// - Parameter method: what the operation would call.
  /// - Returns: nil for a method that the object does not have.
  public func arguments(of method: InvocationMethod) -> Int? {
    numbered.arguments(of: method.rawValue)
  }

  /// Calls a method, which runs client code.
  ///
  /// - Parameters:
  ///   - method: what the operation was made with.
  ///   - argument: what the operation was made with; nil passes none.
  /// - Returns: what the method returns; nil from one that returns nothing.
  /// - Throws: what the method throws (`exceptions`), which is the result of the operation.
  public func call(_ method: InvocationMethod, argument: Int?) throws -> Int? {
    try numbered.invoke(method.rawValue, argument: argument)
  }
}

/// A method of an ``InvocationReceiver``, or one that it does not have.
public enum InvocationMethod: Int, Sendable, Hashable, CaseIterable {
  /// A method with one argument that returns a value.
  case function = 1
  /// A method with one argument that returns nothing.
  case procedure
  /// A method with two arguments.
  case functionOfTwo
  /// A method that no object has.
  case unknown
}
