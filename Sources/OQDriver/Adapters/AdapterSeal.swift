/// Looks whether an adapter is sealed: every thread of all its processes sleeps without a bound, no
/// timer is armed, and nothing is on its way to it or from it.
///
/// Three pairs of looks in a row, so that a mistake of the kernel's bookkeeping would have to
/// repeat itself.
struct AdapterSeal {
  /// Pairs of looks in a row.
  static let enough = 3
  private var last: ProcessTree.Look?
  /// Pairs of looks in a row that show it sealed.
  private var looks = 0
  /// The same for those that show the adapter asleep.
  private var longLooks = 0
  /// Whether every thread slept in the last pair of looks.
  private(set) var wasAtRest = false
  /// Whether further looks may show it: none has spoken against it.
  private(set) var isPossible = true
  /// How long nothing may wake the adapter so that it counts as asleep, in microseconds.
  private let horizon: Int
  /// Whether nothing wakes the adapter for so long, though nobody acts on it.
  var isAsleep: Bool { longLooks >= AdapterSeal.enough }
  /// Since when the process is looked at, and when a look is due after one that spoke against it,
  /// in microseconds.
  private let begin: Int
  private var due = 0
  /// The longest time between two looks, in microseconds.
  private static let longestPause = 500_000

  /// Nobody has looked.
  ///
  /// - Parameters:
  ///   - begin: since when the process is looked at, in microseconds.
  ///   - horizon: how long nothing may wake it so that it counts as asleep, in microseconds.
  init(since begin: Int = Monotonic.microseconds, horizon: Int = .max) {
    self.begin = begin
    self.horizon = horizon
  }

  /// Whether a look is due.
  ///
  /// Idle threads of a pool wait with a bound of seconds, and a look costs as much as a small
  /// program: so the pauses grow with the time that it has taken, by half of it.
  var mayLook: Bool { isPossible || Monotonic.microseconds >= due }

  mutating func isCertain(_ process: AdapterProcess) -> Bool {
    let now = Monotonic.microseconds
    due = now + min((now - begin) / 2, AdapterSeal.longestPause)
    let look = process.tree.look(alarms: true)
    wasAtRest = false
    if let last, let look, process.isIdle {
      wasAtRest = ProcessTree.isQuiet(before: last, after: look)
    }
    let isSealed =
      wasAtRest && last.map { !ProcessTree.hasTimedWaits($0) } ?? false
      && look.map { !ProcessTree.hasTimedWaits($0) } ?? false
    isPossible = isSealed || last == nil && look.map { !ProcessTree.hasTimedWaits($0) } ?? false
    looks = isSealed ? looks + 1 : 0
    let isLong =
      wasAtRest
      && [last, look].allSatisfy { $0.map { ProcessTree.sleeps($0, for: horizon) } ?? false }
    longLooks = isLong ? longLooks + 1 : 0
    last = look
    return looks >= AdapterSeal.enough
  }
}
