import OQHistory
import OQReports

/// A history as a drawing: one row for each lane, one column for each event, in the order of
/// tickets.
///
/// Columns are events, not time: the room between two of them says nothing.
package struct HistoryPicture {
  private static let rowHeight = 38.0
  private static let top = 24.0
  private static let letter = 7.3

  private struct Point {
    let event: Event
    let lane: String
    let words: String
    let x: Double
  }

  private struct Span {
    let lane: String
    let from: Double
    let to: Double
    let kind: String
  }

  private let points: [Point]
  private let lanes: [String]
  private let marks: Set<Ticket>
  private let width: Double
  private let title: String

  /// A drawing.
  ///
  /// - Parameters:
  ///   - history: what happened.
  ///   - marks: tickets of the events to be ringed.
  ///   - title: what the drawing shows, for readers who do not see it.
  package init(_ history: History, marking marks: [Ticket], title: String) {
    let printer = StepPrinter(history.declarations)
    func name(_ event: Event) -> String { event.lane.map { printer.text($0) } ?? "harness" }
    var lanes: [String] = []
    for event in history.events where !lanes.contains(name(event)) { lanes.append(name(event)) }
    let ranks = lanes.indices.map { (HistoryPicture.rank(lanes[$0]), $0) }.sorted { $0 < $1 }
    self.lanes = ranks.map { lanes[$0.1] }
    let names = Double(lanes.map(\.count).max() ?? 0) * HistoryPicture.letter + 16
    var x = names + 16
    points = history.events.map { event in
      let words = printer.text(event.kind)
      defer {
        x +=
          HistoryPicture.isShort(words)
          ? 30 : max(34, Double(words.count) * HistoryPicture.letter + 16)
      }
      return Point(event: event, lane: name(event), words: words, x: x)
    }
    width = x + 24
    self.marks = Set(marks)
    self.title = title
  }

  /// Clients, then callbacks, then the harness.
  private static func rank(_ lane: String) -> Int {
    if lane == "harness" { return 2 }
    return lane.hasPrefix("client") || lane == "setup" ? 0 : 1
  }

  private static func isShort(_ words: String) -> Bool {
    words == "begin" || words == "end" || words == "ok"
  }

  private func y(_ lane: String) -> Double {
    HistoryPicture.top + (Double(lanes.firstIndex(of: lane) ?? 0) + 0.6) * HistoryPicture.rowHeight
  }

  /// The spans of calls, bodies and holds.
  private var spans: [Span] {
    var spans: [Span] = []
    var calls: [String: Double] = [:]
    var bodies: [String: Double] = [:]
    var last: [String: Double] = [:]
    for point in points {
      switch point.event.kind {
      case .enter: bodies[point.lane] = point.x
      case .leave:
        if let from = bodies.removeValue(forKey: point.lane) {
          spans.append(Span(lane: point.lane, from: from, to: point.x, kind: "body"))
        }
      case .call: calls[point.lane] = point.x
      case .returned:
        if let from = calls.removeValue(forKey: point.lane) {
          spans.append(Span(lane: point.lane, from: from, to: point.x, kind: "call"))
        }
      case .step(.hold):
        let from = last[point.lane] ?? point.x
        spans.append(Span(lane: point.lane, from: from, to: point.x, kind: "hold"))
      default: break
      }
      last[point.lane] = point.x
    }
    for lane in lanes {
      if let from = bodies[lane] {
        spans.append(Span(lane: lane, from: from, to: width, kind: "body"))
      }
      if let from = calls[lane] {
        spans.append(Span(lane: lane, from: from, to: width, kind: "call"))
      }
    }
    let order = ["body", "hold", "call"]
    return order.flatMap { kind in spans.filter { $0.kind == kind } }
  }

  /// The drawing as an element of a page.
  package var markup: String {
    guard !points.isEmpty else { return "<p>(a history without events)</p>" }
    let height = HistoryPicture.top + Double(lanes.count) * HistoryPicture.rowHeight + 6
    let size = "width=\"\(number(width))\" height=\"\(number(height))\""
    let title = HTML.text(title)
    let parts = [
      "<svg \(size) viewBox=\"0 0 \(number(width)) \(number(height))\" role=\"img\" "
        + "aria-label=\"\(title)\">", "<title>\(title)</title>",
    ]
    let content = lanes.map(row) + spans.map(bar) + points.map(dot)
    return "<div class=\"chart\" tabindex=\"0\">\((parts + content).joined(separator: "\n"))</svg>"
      + "</div>"
  }

  private func row(_ lane: String) -> String {
    let middle = y(lane)
    return "<line class=\"lane\" x1=\"0\" x2=\"\(number(width))\" y1=\"\(number(middle + 14))\" "
      + "y2=\"\(number(middle + 14))\"/><text x=\"6\" y=\"\(number(middle + 4))\">"
      + "\(HTML.text(lane))</text>"
  }

  private func bar(_ span: Span) -> String {
    let isCall = span.kind == "call"
    let top = y(span.lane) - (isCall ? 1 : 9)
    return "<rect class=\"\(span.kind)\" x=\"\(number(span.from))\" y=\"\(number(top))\" "
      + "width=\"\(number(max(span.to - span.from, 4)))\" height=\"\(isCall ? 2 : 18)\" rx=\"3\"/>"
  }

  private func dot(_ point: Point) -> String {
    let middle = y(point.lane)
    let center = "cx=\"\(number(point.x))\" cy=\"\(number(middle))\""
    var text = "<circle class=\"dot\" \(center) r=\"4\"/>"
    if marks.contains(point.event.ticket) {
      text += "<circle class=\"ring\" \(center) r=\"9\"/>"
    }
    if !HistoryPicture.isShort(point.words) {
      text +=
        "<text x=\"\(number(point.x - 4))\" y=\"\(number(middle - 11))\">"
        + "\(HTML.text(point.words))</text>"
    }
    return text + "<text class=\"ticket\" x=\"\(number(point.x - 4))\" y=\"12\">"
      + "\(point.event.ticket)</text>"
  }

  /// A length in dots, to a tenth.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
