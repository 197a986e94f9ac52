import OQCommandLine
import OQDriver
import OQReport
import OQReports
import OQRunner
import OQSpecification
import OQText
import Synchronization

/// Shows on standard error how far a campaign is: one line that is written over on a terminal, a
/// plain line every ten seconds elsewhere.
final class ProgressPrinter: Sendable {
  private let console: Console
  private let limit: Int?
  private let budget: Duration?
  private let started = ContinuousClock.now
  private let isOver = Mutex(false)
  /// Rings at the end, so that nobody waits for the next look.
  private let bell = WaitingLock()

  init(_ console: Console, limit: Int?, budget: Duration?) {
    self.console = console
    self.limit = limit
    self.budget = budget
  }

  /// Shows a campaign and what it charges the subject with, then what is confirmed, then a program
  /// that is undecided.
  ///
  /// What nobody asked for is left out of a quiet run, but not the reason why it decides nothing.
  func listener(isQuiet: Bool) -> Inquiry.Listener {
    var listener = Inquiry.Listener()
    listener.doubts = { [console] doubt, outcome in
      let text = MissText.explanation(doubt.reason, output: doubt.output)
      guard !text.isEmpty, !isQuiet || outcome == .inconclusive else { return }
      console.warn("oqcheck: program \(doubt.index) is undecided; \(text)")
    }
    guard !isQuiet else { return listener }
    let status = StatusLine(console)
    listener.begins = follow
    listener.confirms = { blame, place, count in
      status.show { "confirming and shrinking \(blame), \(place) of \(count)" }
    }
    listener.seeks = { expectation, place, count in
      status.show { "looking for \(expectation), \(place) of \(count) expected causes" }
    }
    listener.answers = answer
    listener.ends = { [self] in
      status.clear()
      finish()
    }
    return listener
  }

  /// Shows what the subject is charged with.
  private func answer(_ finding: Finding) {
    let style = ReportStyle(
      console.errors, variables: console.variables)
    let text = FoundText(finding, catalogue: .current, style: style)
    let seconds = Int((elapsed / .seconds(1)).rounded(.up))
    // Written under the lock, so that no line of progress comes between.
    isOver.withLock { _ in
      if console.errors.isInteractive { console.rewrite("") }
      for line in text.lines(after: seconds) { console.warn(line) }
    }
  }

  /// Shows progress until ``finish()``, on a thread of its own.
  func follow(_ campaign: Campaign) {
    let isInteractive = console.errors.isInteractive
    let interval = isInteractive ? 0.1 : 10
    PlainThread.start(stack: nil) { [self] in
      HarnessThreads.addCurrent()
      var next = ContinuousClock.now + .seconds(interval)
      while !isOver.withLock(\.self) {
        bell.withLock { bell.wait(microseconds: 100_000) }
        guard ContinuousClock.now >= next else { continue }
        next += .seconds(interval)
        isOver.withLock { isOver in
          if !isOver { show(campaign.progress, isInteractive) }
        }
      }
    }
  }

  /// Ends the display.
  func finish() {
    isOver.withLock { $0 = true }
    bell.withLock { bell.broadcast() }
    if console.errors.isInteractive { console.rewrite("") }
  }

  /// Says that the run was asked to end, since what is under way takes its time to end.
  func stop() {
    isOver.withLock { _ in
      if console.errors.isInteractive { console.rewrite("") }
      console.warn("oqcheck: ending; the report follows. A second signal ends without one.")
    }
  }

  /// Time since the display was made.
  private var elapsed: Duration { ContinuousClock.now - started }

  private func show(_ progress: Campaign.Progress, _ isInteractive: Bool) {
    let line = ProgressLine(
      programs: progress.programs, programLimit: limit, elapsed: elapsed, budget: budget,
      decidedRules: progress.decidedRules, rules: progress.rules, findings: progress.findings)
    if isInteractive {
      console.rewrite(line.barText(width: console.errors.width, palette: console.errors.palette))
    } else {
      console.warn(line.logText)
    }
  }
}
