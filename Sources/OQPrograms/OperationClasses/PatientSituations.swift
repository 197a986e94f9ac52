import OQHistory

/// Programs that ask for more than other ones: several operations at once, or more time.
extension ClassSituations {
  /// What becomes of the operation in a program that lingers.
  enum Fate { case returns, fails, isCancelled }

  /// Several dependencies, which are read before anything is queued; another operation is none of
  /// them.
  static func severalDependencies(_ p: inout Draft) {
    let first = p.operation()
    let second = p.operation()
    let stranger = p.operation()
    let x = p.operation(after: [first])
    p.depend(x, second)
    p.command(.dependencies, x)
    p.command(.dependencies, stranger)
  }

  /// Work fails while another operation waits behind it, which is no concern of that one.
  static func failingBeforeOthers(_ p: inout Draft) {
    let q = p.queue(limit: 1, suspended: true)
    let x = p.operation()
    let y = p.operation()
    p.inside(x) { $0.command(.throwError, x) }
    p.addAll(q, [x, y])
    p.resume(q)
    p.until(.isFinished, x)
    p.until(.isFinished, y)
    p.command(.isCancelled, y)
  }

  /// As many operations at once as a pool of a class may have no room for; nobody cancels.
  static func severalAtWork(_ p: inout Draft) {
    p.settings.longWork = true
    let q = p.queue()
    let xs = (0..<5).map { _ in p.operation() }
    for x in xs { p.add(q, x) }
    for x in xs { p.until(.isFinished, x) }
  }

  /// One operation whose work takes its time, and a while after it: a timer that the operation has
  /// armed fires before the end of the program, and what it does is seen.
  static func lingering(_ fate: Fate, _ p: inout Draft) {
    p.settings.lingering = true
    p.settings.longWork = fate == .returns
    let q = p.queue()
    let x = p.operation(completion: true)
    switch fate {
    case .returns: break
    case .fails: p.inside(x) { $0.command(.throwError, x) }
    case .isCancelled: p.hold(x)
    }
    p.add(q, x)
    p.began(x)
    if fate == .isCancelled {
      p.cancel(x)
      p.open(x)
    }
    p.command(.isFinished, x)
    p.until(.isFinished, x)
  }
}
