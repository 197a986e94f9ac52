import OQAdapters
import OQDriver
import OQHistory
import OQReport
import OQSpecification
import OQWire

/// Examines an adapter step by step, each with what was said and how to repeat it by hand.
package struct Doctor {
  /// What became of a step.
  package enum Finding: Sendable {
    /// It went well; more about it.
    case passed(String)
    /// It needs a capability that the adapter does not offer.
    case leftOut
    /// It did not.
    case failed(Complaint)
    /// It was not examined, since it rests on a step that failed.
    case rests(on: String)
  }

  /// What is wrong, and what to do.
  package struct Complaint: Sendable, Hashable {
    /// What is wrong: an error that the adapter wrote of, or a missing lane, before anything else.
    package let problem: String
    /// What became of the program, where the problem is another thing.
    package let consequence: String?
    /// What to look at; empty where the problem says it.
    package let advice: String
    /// What was said since the step began: `>` by the harness, `<` by the adapter.
    package let talk: [String]
    /// What the adapter wrote to standard error: of the error, else the last lines.
    package let output: [String]
    /// A command of a shell that says the same to the adapter; nil where nothing was said.
    package let command: String?
  }

  /// The words before a command line that a shell reads as these words.
  private let quote: (String) -> String
  private var options: WireExecutor.Options
  private let book = TalkBook()

  /// A doctor for an adapter.
  ///
  /// - Parameters:
  ///   - options: how the adapter is started.
  ///   - quote: makes a word that a shell reads as the given one.
  package init(_ options: WireExecutor.Options, quote: @escaping (String) -> String) {
    self.options = options
    // An adapter that relies on this variable works for its author and stands still elsewhere.
    self.options.variables["PYTHONUNBUFFERED"] = ""
    self.quote = quote
  }

  /// Examines the adapter.
  ///
  /// Where a step fails on which the others rest, it is the last one; and what is wrong is told in
  /// full once.
  ///
  /// - Parameter report: is told each step, as the end of "the adapter …", and what became of it.
  /// - Returns: whether nothing is wrong.
  package func examine(report: (String, Finding) -> Void) -> Bool {
    var problems: [String: String] = [:]
    func tell(_ name: String, _ finding: Finding) {
      guard case .failed(let complaint) = finding else { return report(name, finding) }
      if complaint.consequence != nil, let earlier = problems[complaint.problem] {
        return report(name, .failed(complaint.repeating(earlier)))
      }
      problems[complaint.problem] = name
      report(name, finding)
    }
    guard var driver = greet(tell), let description = driver.description else { return false }
    for (position, step) in Examination.all.enumerated() {
      guard description.offers(step.needs) else {
        tell(step.name, .leftOut)
        continue
      }
      guard let current = freshened(driver) else { return false }
      driver = current
      let finding = examine(step, on: driver)
      tell(step.name, finding)
      if step.isBasis, case .failed = finding {
        let steps = Examination.all.count - position - 1
        let verbs = Doctor.verbs(description).count
        tell("\(steps) further steps and \(verbs) verbs", .rests(on: step.name))
        return false
      }
    }
    for verb in Doctor.verbs(description) {
      guard let current = freshened(driver) else { return false }
      driver = current
      let finding = examine(verb, on: driver)
      if case .failed = finding { tell("supports '\(verb.entry.name)'", finding) }
    }
    let verbs = Doctor.verbs(description).count
    if problems.isEmpty {
      tell("supports every verb that it promises", .passed("\(verbs) verbs"))
    }
    guard let current = freshened(driver) else { return false }
    tell("ends when it is told", stop(current))
    return problems.isEmpty
  }

  /// The verbs that the protocol carries and the adapter promises: those of dispatch libraries it
  /// does not carry.
  private static func verbs(_ description: SubjectDescription) -> [Verb] {
    Verb.allCases.filter { description.offers($0.entry.needs) && !$0.isDispatch }
  }

  // MARK: Steps

  /// Milliseconds for an adapter to end: a process on a busy machine may get little of it for long.
  private static let patience = 60_000

  private func greet(_ tell: (String, Finding) -> Void) -> AdapterDriver? {
    let name = "answers 'hello'"
    book.clear()
    do throws(AdapterFault) {
      let driver = try start()
      guard let description = driver.description else { return nil }
      let bound = description.stepBound.map { ", step bound \($0) s" } ?? ""
      let offers = description.capabilities.map(\.rawValue).joined(separator: " ")
      tell(name, .passed("\(description.name) \(description.version)\(bound); offers \(offers)"))
      return driver
    } catch {
      tell(name, .failed(complaint(error.problem, error.advice, output: error.output)))
      return nil
    }
  }

  private func start() throws(AdapterFault) -> AdapterDriver {
    let book = book
    return try options.start { isHarness, line in book.note(isHarness, line) }
  }

  /// The same process, or another one where it can run no more programs.
  private func freshened(_ driver: AdapterDriver) -> AdapterDriver? {
    if driver.process.condition == .alive, !driver.process.isOver,
      driver.isFree || driver.isUnused
    {
      return driver
    }
    driver.process.end()
    return try? start()
  }

  private func examine(_ step: Examination, on driver: AdapterDriver) -> Finding {
    book.clear()
    let end = driver.execute(step.program)
    switch (step.expectation, end) {
    case (.completes, .completed): return .passed("")
    case (.comesToRest, .quiescent): return .passed("found by canaries and sleeping threads")
    default: return .failed(complaint(end, on: driver, step.advice))
    }
  }

  private func examine(_ verb: Verb, on driver: AdapterDriver) -> Finding {
    book.clear()
    let end = driver.execute(Examination.use(of: verb))
    if end == .completed { return .passed("") }
    return .failed(
      complaint(end, on: driver, "Every call must be answered: '\(verb.entry.summary)'."))
  }

  private func stop(_ driver: AdapterDriver) -> Finding {
    book.clear()
    switch driver.process.stop(within: Doctor.patience) {
    case .exited(0): return .passed("")
    case .some(let status):
      return .failed(complaint("it \(status) after 'stop'", "End with exit status 0."))
    case nil:
      return .failed(
        complaint(
          "it lives on after 'stop'",
          "End the process, also while threads are stuck in calls (os._exit, _Exit)."))
    }
  }

  private static func words(_ end: AdapterDriver.End) -> String {
    switch end {
    case .completed: "every lane reached its end, though it should not"
    case .unprepared: "a call on the lane 'setup' was refused"
    case .quiescent, .stalled: "nothing moves any more, and the program has not come to its end"
    case .undecided:
      "the program neither comes to its end nor to rest, or a call ended with 'unknown'"
    case .overflowed: "it tells of more events than anybody can keep"
    case .died(let status): "it \(status)"
    case .faulty(let fault): fault.statement
    }
  }

  /// What is wrong after a program; its process runs no other one.
  private func complaint(
    _ end: AdapterDriver.End, on driver: AdapterDriver, _ advice: String
  ) -> Complaint {
    let doubt = driver.doubt
    driver.process.end()
    var advice = doubt == nil ? advice : ""
    if case .faulty(let fault) = end { advice = "\(fault.advice) \(advice)" }
    return complaint(
      Doctor.words(end), advice, doubt: doubt, output: driver.process.lastOutput)
  }

  /// Names the cause before what came of it: an error that the adapter wrote of, or a lost lane.
  private func complaint(
    _ problem: String, _ advice: String, doubt: String? = nil, output: String = ""
  ) -> Complaint {
    let sent = book.lines.filter(\.isHarness).map(\.text)
    var hello: [String] = []
    if let first = sent.first, !first.contains("\"hello\"") {
      hello = [#"{"do":"hello","protocol":1,"harness":"hand"}"#]
    }
    let lines = (hello + sent).prefix(40).map(quote)
    let words = options.words.map(quote).joined(separator: " ")
    let command =
      lines.isEmpty
      ? nil : "(printf '%s\\n' \(lines.joined(separator: " ")); sleep 1) | \(words)"
    let traceback = Traceback(in: output)
    let cause = traceback.map { "the adapter wrote of an error: \($0.error)" } ?? doubt
    let consequence = traceback == nil ? (doubt == nil ? nil : problem) : doubt ?? problem
    return Complaint(
      problem: cause ?? problem, consequence: consequence,
      advice: traceback == nil ? advice : "",
      talk: book.lines.suffix(30).map { ($0.isHarness ? "> " : "< ") + $0.text },
      output: traceback?.lines ?? output.split(separator: "\n").suffix(10).map(String.init),
      command: command)
  }
}

extension Doctor.Complaint {
  /// The complaint where the same problem was told of before.
  fileprivate func repeating(_ earlier: String) -> Doctor.Complaint {
    Doctor.Complaint(
      problem: problem, consequence: "the same as where it \(earlier)", advice: "", talk: [],
      output: [], command: nil)
  }
}

/// What was said since a step began.
// Safety: used by the one thread that drives the adapter.
private final class TalkBook: @unchecked Sendable {
  private(set) var lines: [(isHarness: Bool, text: String)] = []

  func clear() { lines = [] }

  func note(_ isHarness: Bool, _ text: String) {
    if lines.count < 10_000 { lines.append((isHarness, text)) }
  }
}

extension AdapterDriver {
  /// Whether no program has run.
  fileprivate var isUnused: Bool { programs == 0 }
}
