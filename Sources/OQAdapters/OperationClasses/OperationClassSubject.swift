import OQHistory

/// A class of operations on a host that is taken for correct.
package protocol OperationClassSubject: Subject {
  /// What operations of the class override.
  var nature: OperationNature { get }

  /// A correct class of the same nature on the same host.
  var correct: any Subject { get }
}
