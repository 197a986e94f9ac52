import OQHistory
import OQReport
import OQText

/// The histories of findings as a trace that Perfetto opens: tickets stand for microseconds.
package struct PerfettoFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "perfetto" }
  /// See ``ReportFormat``.
  package var summary: String {
    "the histories of findings as a trace for ui.perfetto.dev, with tickets as microseconds"
  }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, _ in
      let events = report.findings.enumerated().flatMap { place, finding in
        PerfettoTrace(finding, number: place + 1).events
      }
      let other = ["outcome": report.outcomeLine.printable, "holds": report.holdsLine]
      return try JSONForm.text(PerfettoFormat.Document(otherData: other, traceEvents: events))
    }
  }

  private struct Document: Encodable {
    var displayTimeUnit = "ns"
    let otherData: [String: String]
    let traceEvents: [PerfettoTrace.Entry]
  }
}

/// One history: a process, whose threads are lanes.
///
/// Spans of one thread must lie inside each other. A lane makes one call at a time, and calls of a
/// callback lie inside it; callbacks have threads of their own, so operations may overlap.
private struct PerfettoTrace {
  /// An event of the trace.
  struct Entry: Encodable {
    let name: String
    let ph: String
    let pid: Int
    let tid: Int
    var ts: Int?
    var dur: Int?
    var s: String?
    var args: [String: String]?
  }

  private(set) var events: [Entry] = []
  private let number: Int
  private var threads: [Lane?: Int] = [:]

  init(_ finding: Finding, number: Int) {
    self.number = number
    add("process_name", "M", thread: 0, ["name": "\(finding.blame): \(finding.message)".printable])
    if let window = WindowText.line(finding) {
      add("process_labels", "M", thread: 0, ["labels": window.printable])
    }
    let printer = StepPrinter(finding.history.declarations)
    let marks = Set(finding.events)
    var calls: [Lane: (name: String, ticket: Ticket)] = [:]
    var bodies: [Lane: Ticket] = [:]
    let end = (finding.history.events.last?.ticket ?? 0) + 1
    for event in finding.history.events {
      let thread = thread(of: event.lane, printer)
      let words = printer.text(event.kind)
      if marks.contains(event.ticket) {
        add("proves it: \(words)", "i", thread: thread, at: event.ticket)
      }
      switch (event.kind, event.lane) {
      case (.call, let lane?): calls[lane] = (words, event.ticket)
      case (.returned, let lane?):
        guard let call = calls.removeValue(forKey: lane) else { continue }
        add("\(call.name) → \(words)", thread, from: call.ticket, to: event.ticket)
      case (.enter, let lane?): bodies[lane] = event.ticket
      case (.leave, let lane?):
        guard let ticket = bodies.removeValue(forKey: lane) else { continue }
        add(printer.text(lane), thread, from: ticket, to: event.ticket)
      default: add(words, "i", thread: thread, at: event.ticket)
      }
    }
    // What goes on at the end lasts to the end.
    for (lane, ticket) in bodies.sorted(by: { $0.key < $1.key }) {
      add("\(printer.text(lane)) …", thread(of: lane, printer), from: ticket, to: end)
    }
    for (lane, call) in calls.sorted(by: { $0.key < $1.key }) {
      add("\(call.name) …", thread(of: lane, printer), from: call.ticket, to: end)
    }
  }

  private mutating func thread(of lane: Lane?, _ printer: StepPrinter) -> Int {
    if let thread = threads[lane] { return thread }
    let thread = threads.count + 1
    threads[lane] = thread
    add(
      "thread_name", "M", thread: thread,
      ["name": (lane.map { printer.text($0) } ?? "harness").printable])
    return thread
  }

  private mutating func add(
    _ name: String, _ phase: String, thread: Int, at ticket: Ticket? = nil,
    _ arguments: [String: String]? = nil
  ) {
    events.append(
      Entry(
        name: name.printable, ph: phase, pid: number, tid: thread, ts: ticket,
        s: phase == "i" ? "t" : nil, args: arguments))
  }

  private mutating func add(_ name: String, _ thread: Int, from: Ticket, to: Ticket) {
    events.append(
      Entry(
        name: name.printable, ph: "X", pid: number, tid: thread, ts: from, dur: to - from))
  }
}
