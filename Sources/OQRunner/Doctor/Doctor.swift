import OQAdapters
import OQDriver
import OQHistory
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
  }

  /// What is wrong, and what to do.
  package struct Complaint: Sendable, Hashable {
    /// What happened.
    package let problem: String
    /// What to look at.
    package let advice: String
    /// What was said since the step began: `>` by the harness, `<` by the adapter.
    package let talk: [String]
    /// The last lines that the adapter wrote to standard error.
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
  /// - Parameter report: is told each step, as the end of "the adapter …", and what became of it.
  /// - Returns: whether nothing is wrong.
  package func examine(report: (String, Finding) -> Void) -> Bool {
    var isSound = true
    func tell(_ name: String, _ finding: Finding) {
      if case .failed = finding { isSound = false }
      report(name, finding)
    }
    guard var driver = greet(tell), let description = driver.description else { return false }
    for step in Examination.all {
      guard description.offers(step.needs) else {
        tell(step.name, .leftOut)
        continue
      }
      guard let current = freshened(driver) else { return false }
      driver = current
      tell(step.name, examine(step, on: driver))
    }
    for verb in Doctor.verbs(description) {
      guard let current = freshened(driver) else { return false }
      driver = current
      let finding = examine(verb, on: driver)
      if case .failed = finding { tell("supports '\(verb.entry.name)'", finding) }
    }
    let verbs = Doctor.verbs(description).count
    if isSound { tell("supports every verb that it promises", .passed("\(verbs) verbs")) }
    guard let current = freshened(driver) else { return false }
    tell("ends when it is told", stop(current))
    return isSound
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
      tell(name, .failed(complaint(error.description, "")))
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
    case .faulty(let fault): fault.description
    }
  }

  /// What is wrong after a program; its process runs no other one.
  private func complaint(
    _ end: AdapterDriver.End, on driver: AdapterDriver, _ advice: String
  ) -> Complaint {
    var problem = Doctor.words(end)
    if let doubt = driver.doubt { problem += "; \(doubt)" }
    driver.process.end()
    return complaint(problem, advice, output: driver.process.lastOutput)
  }

  private func complaint(
    _ problem: String, _ advice: String, output: String = ""
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
    return Complaint(
      problem: problem, advice: advice,
      talk: book.lines.suffix(30).map { ($0.isHarness ? "> " : "< ") + $0.text },
      output: output.split(separator: "\n").suffix(10).map(String.init), command: command)
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
