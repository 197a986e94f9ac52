import Foundation

/// Says how operations of a class are made, so that the class can be judged.
///
/// ```swift
/// struct DownloadAdapter: OperationClassAdapter {
///   static let name = "download"
///   func makeOperation(_ work: @escaping Work) -> Operation { DownloadOperation(work) }
/// }
/// ```
///
/// The class runs on Foundation's `OperationQueue`. Every program runs with a correct class, too:
/// what that shows as well is the queue's, and is kept apart.
public protocol OperationClassAdapter: Sendable {
  /// The work of one operation: it has come to its end when it returns or throws.
  ///
  /// The class calls it once where it would do what it is made for, on a thread of its choice,
  /// unless the operation was cancelled before. It may block its thread.
  typealias Work = @Sendable () throws -> Void

  /// The name of the class on command lines, after `class:`: lower case letters, digits and
  /// hyphens.
  static var name: String { get }
  /// The version of the class. The default value is `1`.
  static var version: String { get }
  /// What the class overrides. The default value is ``OperationNature/overridesStart``.
  static var nature: OperationNature { get }
  /// Longest time, in seconds, for which neither the class nor the queue does anything visible
  /// between two steps. The default value is 5.
  static var stepBound: Double { get }

  /// Makes the adapter, once for every program.
  init()

  /// Makes an operation of the class that does some work.
  ///
  /// - Parameter work: what the operation has to do.
  /// - Returns: a new operation, which is in no queue and not started.
  func makeOperation(_ work: @escaping Work) -> Operation
}

extension OperationClassAdapter {
  /// The version of the class.
  public static var version: String { "1" }
  /// What the class overrides.
  public static var nature: OperationNature { .overridesStart }
  /// Longest time of one step, in seconds.
  public static var stepBound: Double { 5 }
}

/// How the operations of a class do their work.
public enum OperationNature: Sendable, Hashable, CaseIterable {
  /// The class overrides `main`: the work is done when `main` returns.
  case overridesMain
  /// The class overrides `start` and reports its own state: the work goes on after `start`.
  case overridesStart
}
