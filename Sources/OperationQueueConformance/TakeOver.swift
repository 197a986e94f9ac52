import OQDriver
import OQSubjects

/// Becomes a worker or a guard, if that is what this process was started for; otherwise returns.
///
/// Called before `main`, and so before any test of the executable: see `OQSystem.c`.
@_cdecl("oq_take_over")
func takeOver() {
  ReservedArguments.dispatch { name in
    AdapterTypes.subject(named: name) ?? BundledSubjects.subject(named: name)
  }
}
