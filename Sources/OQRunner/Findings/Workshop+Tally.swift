import OQJudging
import OQPrograms
import OQReport

/// Counting for findings that there was no time for: most of them show every time, and need no
/// further work.
extension Workshop {
  /// Misses after which a finding is no longer counted: the work on it counts it anew.
  private static let mostMisses = 3

  /// Counts how often each of some findings shows as it is.
  ///
  /// Runs that wait most of their time are done at once, whichever finding they belong to, and the
  /// findings take turns. The others are tried one finding after the other.
  ///
  /// - Parameters:
  ///   - findings: any findings.
  ///   - idle: how long a run takes at least that waits most of its time.
  /// - Returns: what came of each, in the same order: fewer runs where time is over first.
  /// - Throws: a fault of the suite or of the machine.
  package func tally(
    _ findings: [Finding], waitingFrom idle: Duration = Workshop.idle
  ) throws -> [Tries] {
    let works = findings.map { (trial: Trial($0).shown(by: $0.history), blame: $0.blame) }
    var tries = findings.map { _ in Tries() }
    var times = findings.map { _ in Duration.zero }
    let judge = judge
    func run(_ places: ArraySlice<Int>) throws {
      let answers = try together(places.map { works[$0] }) { work, executor in
        let begun = ContinuousClock.now
        let shown = try work.trial.run(on: executor, judge: judge, for: work.blame)
        return (shown: shown, time: ContinuousClock.now - begun)
      }
      for (place, answer) in zip(places, answers) {
        tries[place].note(answer.shown)
        times[place] = answer.time
      }
    }
    func isOpen(_ place: Int) -> Bool {
      tries[place].runs < Workshop.attempts
        && tries[place].runs - tries[place].shown < Workshop.mostMisses
    }
    func run(inTurns places: [Int]) throws {
      var rest = places[...]
      while !rest.isEmpty, mayGoOn() {
        try run(rest.prefix(executor.breadth))
        rest = rest.dropFirst(executor.breadth).filter(isOpen)[...]
      }
    }
    // A run that stands still takes longest: the others are counted before one is waited for.
    let still = findings.indices.filter { findings[$0].kind == .stalled }
    var slow: [Int] = []
    for places in [findings.indices.filter { !still.contains($0) }, still] {
      try run(inTurns: places)
      slow += places.filter { times[$0] >= idle }
      for place in places where times[place] < idle && tries[place].runs > 0 && mayGoOn() {
        pace.expect(times[place])
        try series(works[place].trial, atMost: Workshop.attempts - 1, runner(works[place].blame)) {
          tries[place].note($0)
          return isOpen(place) && mayGoOn()
        }
      }
    }
    try run(inTurns: (1..<Workshop.attempts).flatMap { _ in slow })
    return tries
  }
}
