import OQDriver
import OQSubjects

/// Becomes a worker or a guard, if that is what this process was started for; otherwise returns.
///
/// Called before `main`, and so before any test of the executable: see `OQSystem.c`, which knows it
/// by its name alone. So it has to be visible beyond the module, or an optimizer may leave it out.
@_cdecl("oq_take_over")
package func takeOver() {
  ReservedArguments.dispatch { name in
    AdapterTypes.subject(named: name) ?? OperationClassTypes.subject(named: name)
      ?? BundledSubjects.subject(named: name)
  }
}
