/// An object with methods, of which operations can be made.
package protocol MethodReceiver: AnyObject, Sendable {
  /// The number of arguments of a method; nil for one that the object does not have.
  ///
  /// - Parameter method: any number.
  /// - Returns: the number of arguments, or nil.
  func arguments(of method: Int) -> Int?

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - method: a method of the object with one argument.
  ///   - argument: the argument; nil passes none.
  /// - Returns: what it returns; nil from a method that returns nothing.
  /// - Throws: what the method throws.
  func invoke(_ method: Int, argument: Int?) throws -> Int?
}

/// What is called when an invocation operation runs.
struct Invocation: Sendable {
  let target: any MethodReceiver
  let method: Int
  let argument: Int
}

/// What there is to say when an invocation operation is asked for its result.
package enum InvocationResult: Sendable, Equatable {
  /// There is none.
  case none
  /// The method returned a value.
  case value(Int)
  /// The method returns nothing.
  case nothing
  /// The operation was cancelled.
  case cancelled
  /// The method threw.
  case error
}

/// Why there is no result.
package enum ResultError: Error, Equatable, Sendable {
  /// The operation was cancelled.
  case cancelled
  /// The method returns nothing.
  case nothing
}

/// The names of the errors that answer forbidden commands.
package enum ErrorName: Sendable, Equatable {
  /// The one that the documents give.
  case invalidArgument
  /// Another one.
  case assertion
}

extension ReferenceOperation {
  /// What the method of an invocation operation returned; nil before the finish, and for other
  /// operations.
  ///
  /// - Throws: `ResultError` after the finish of a cancelled operation, or of a method that returns
  ///   nothing; the error of a method that threw.
  package func result() throws -> Int? {
    engine.enter()
    defer { engine.unlock() }
    switch engine.read(id, { $0.result }) {
    case .none: return nil
    case .value(let value): return value
    case .nothing: throw ResultError.nothing
    case .cancelled: throw ResultError.cancelled
    case .error:
      if let error = engine.errors[id] { throw error }
      return nil
    }
  }
}

extension ReferenceWorld {
  /// Makes an operation that calls a method of an object.
  ///
  /// - Parameters:
  ///   - target: the object; the operation keeps it alive.
  ///   - method: a method of the object.
  ///   - argument: what the method gets.
  /// - Returns: an operation in no queue; nil if the object has no such method, or one with more
  ///   than one argument.
  package func makeInvocationOperation(
    _ target: any MethodReceiver, method: Int, argument: Int
  ) -> ReferenceOperation? {
    engine.lock()
    let isPossible = engine.ask({ $0.invocationCheck }, target.arguments(of: method))
    engine.unlock()
    guard isPossible else { return nil }
    let invocation = Invocation(target: target, method: method, argument: argument)
    return ReferenceOperation(
      engine: engine, kind: .invocation, blocks: [Task { try $0.call(invocation) }])
  }

  /// The name of the error that answers a forbidden command.
  ///
  /// - Parameter misuse: what was forbidden.
  /// - Returns: the name.
  package func name(of misuse: Misuse) -> ErrorName {
    engine.lock()
    defer { engine.unlock() }
    return engine.ask({ $0.errorName }, misuse)
  }
}

extension ReferenceOperation {
  /// Calls the method of the operation and keeps its result; called without the lock.
  fileprivate func call(_ invocation: Invocation) throws {
    engine.lock()
    let passes = engine.ask({ $0.passesArgument }, id)
    engine.unlock()
    var result = InvocationResult.error
    defer {
      engine.lock()
      engine.state[id].result = engine.behavior.keeps(engine.state, id, result)
      engine.unlock()
    }
    let value = try invocation.target.invoke(
      invocation.method, argument: passes ? invocation.argument : nil)
    result = value.map { .value($0) } ?? .nothing
  }
}
