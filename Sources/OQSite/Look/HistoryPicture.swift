import OQHistory
import OQReports

/// A history as a drawing: one row for each lane, one column for each event, in the order of
/// tickets.
///
/// Columns are events, not time: the room between two of them says nothing. Of a long history the
/// events around the ringed ones are drawn, and each gap says how many are left out.
package struct HistoryPicture {
  private static let rowHeight = 38.0
  private static let top = 24.0
  private static let letter = 7.3

  private struct Point {
    let event: Event
    let lane: String
    let words: String
    let x: Double
    /// Whether a gap stands for it.
    let isLeftOut: Bool
  }

  private struct Gap {
    let words: String
    let x: Double
    let width: Double
  }

  private struct Span {
    let lane: String
    let from: Double
    let to: Double
    let kind: String
  }

  private let points: [Point]
  private let gaps: [Gap]
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
  ///   - most: how many events are drawn at most, unless more than that matter to those ringed.
  package init(_ history: History, marking marks: [Ticket], title: String, most: Int = 60) {
    let printer = StepPrinter(history.declarations)
    func name(_ event: Event) -> String { event.lane.map { printer.text($0) } ?? "harness" }
    let events = history.events
    let window = TimelineWindow(events, marks: Set(marks), most: most)
    var lanes: [String] = []
    for event in window.ranges.flatMap({ events[$0] }) where !lanes.contains(name(event)) {
      lanes.append(name(event))
    }
    let ranks = lanes.indices.map { (HistoryPicture.rank(lanes[$0]), $0) }.sorted { $0 < $1 }
    self.lanes = ranks.map { lanes[$0.1] }
    var x = Double(lanes.map(\.count).max() ?? 0) * HistoryPicture.letter + 32
    var points: [Point] = []
    var gaps: [Gap] = []
    for piece in window.pieces {
      switch piece {
      case .drawn(let range):
        for event in events[range] {
          let words = printer.text(event.kind)
          points.append(
            Point(event: event, lane: name(event), words: words, x: x, isLeftOut: false))
          x += HistoryPicture.isShort(words) ? 30 : max(34, HistoryPicture.width(words) + 16)
        }
      case .leftOut(let range):
        let words = "\(range.count) left out"
        let gap = Gap(words: words, x: x - 6, width: HistoryPicture.width(words) + 12)
        points += events[range].map {
          Point(event: $0, lane: name($0), words: "", x: x + gap.width / 2, isLeftOut: true)
        }
        gaps.append(gap)
        x += gap.width + 18
      }
    }
    self.points = points
    self.gaps = gaps
    width = x + 24
    self.marks = Set(marks)
    self.title = title
  }

  private static func width(_ words: String) -> Double { Double(words.count) * letter }

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
        if let from = bodies.removeValue(forKey: point.lane), from < point.x {
          spans.append(Span(lane: point.lane, from: from, to: point.x, kind: "body"))
        }
      case .call: calls[point.lane] = point.x
      case .returned:
        // What begins and ends in one gap is left out.
        if let from = calls.removeValue(forKey: point.lane), from < point.x {
          spans.append(Span(lane: point.lane, from: from, to: point.x, kind: "call"))
        }
      case .step(.hold) where !point.isLeftOut:
        let from = last[point.lane] ?? point.x
        spans.append(Span(lane: point.lane, from: from, to: point.x, kind: "hold"))
      case .crashed:
        // The process died, and with it whatever ran.
        for (open, kind) in [(bodies, "body"), (calls, "call")] {
          for (lane, from) in open.sorted(by: { $0.key < $1.key }) {
            spans.append(Span(lane: lane, from: from, to: point.x, kind: kind))
          }
        }
        (bodies, calls) = ([:], [:])
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
    return order.flatMap { kind in spans.filter { $0.kind == kind && lanes.contains($0.lane) } }
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
    let content =
      gaps.map(gap) + lanes.map(row) + spans.map(bar) + points.filter { !$0.isLeftOut }.map(dot)
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

  /// A column across all lanes, with the number of events for which it stands.
  private func gap(_ gap: Gap) -> String {
    let height = Double(lanes.count) * HistoryPicture.rowHeight + 2
    return "<rect class=\"gap\" x=\"\(number(gap.x))\" y=\"18\" width=\"\(number(gap.width))\" "
      + "height=\"\(number(height))\"/><text class=\"ticket\" x=\"\(number(gap.x + 6))\" y=\"12\">"
      + "\(gap.words)</text>"
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
