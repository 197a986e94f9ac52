import OQHistory
import OQJudging
import OQSpecification

// What a class may do of its own accord, whatever its clients ask for.

extension HistoryIndex {
  /// Whether an operation of the class may have left its work out, since something on which it
  /// depends, directly or through others, was cancelled or has failed.
  ///
  /// A dependency that was cancelled, or did not succeed, counts as finished; whether the dependent
  /// does its work then is left to its class, which may also cancel it. The operation has not
  /// begun, and nothing shows that it has not finished either.
  ///
  /// - Complexity: O(operations + dependencies), plus the calls on what has not begun.
  var mayHaveLeftWorkOut: Bool {
    let reasons: VerbSet = [.cancel, .cancelAll, .throwError]
    guard !verbs.isDisjoint(with: reasons) || queues.contains(where: { !$0.drops.isEmpty }) else {
      return false
    }
    return fact(.leftWork) { findsWorkLeftOut }
  }

  private var findsWorkLeftOut: Bool {
    let failed = operations.filter {
      $0.mayBeCancelled(before: end) || !$0.calls(.throwError).isEmpty
    }
    let touched = Checkers.dependents(of: Set(failed.map(\.id)), self)
    let free = classOperations.filter { record in
      record.begin == nil && links(of: record.id).contains { touched[$0.dependency.index] }
    }
    let stall = stall(.core)
    return free.contains { stall?.unfinishedSign($0) == nil }
  }

  /// Whether no work fails, or what fails concerns nobody else.
  ///
  /// A class may cancel an operation itself whose work has failed, and those that depend on it. So
  /// nothing depends on it, and everything that was asked for has begun its work.
  ///
  /// - Complexity: O(operations + dependencies).
  package var keepsErrorsToThemselves: Bool {
    guard hasEscapedError else { return true }
    return fact(.errors) {
      let failed = Set(
        classOperations.filter { !$0.calls(.throwError).isEmpty }.map(\.id))
      let touched = Checkers.dependents(of: failed, self)
      return classOperations.allSatisfy { record in
        (!touched[record.id.index] || failed.contains(record.id))
          && (record.begin != nil || record.possibleAdds.isEmpty && record.manualStarts.isEmpty)
      }
    }
  }

  /// Whether nothing that an operation of the class may change of itself was read once it could.
  ///
  /// Once it is started or cancelled, an operation may give itself a name or a priority, and let go
  /// of its dependencies.
  var readsSettingsInTime: Bool {
    guard !verbs.isDisjoint(with: [.dependencies, .name, .priority]) else { return true }
    return classOperations.allSatisfy { record in
      let touch = min(
        record.firstEntry(self), record.cancels.map(\.called).min() ?? end,
        record.begin ?? end)
      return [Verb.dependencies, .name, .priority].allSatisfy { verb in
        record.calls(verb).allSatisfy { ($0.returned ?? end) <= touch }
      }
    }
  }
}
