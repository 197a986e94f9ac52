import OQHistory
import OQText

/// What a lane does between two events.
struct LaneActivity: Hashable {
  /// Whether its client code has been entered and has not returned.
  var isInside = false
  /// Whether a call has not returned.
  var isCalling = false

  /// Whether something goes on.
  var isActive: Bool { isInside || isCalling }

  /// The character of the time in which nothing happens on the lane.
  func fill(_ glyphs: Glyphs) -> Character {
    if isCalling { return glyphs.calling }
    return isInside ? glyphs.running : " "
  }
}

/// The rows of one panel, filled from left to right.
struct TimelinePanel {
  /// One lane.
  struct Row {
    let lane: Lane?
    var activity: LaneActivity
    var cells: [Character] = []
    var marks: [(column: Int, text: String)] = []
    /// Whether an event was written, in contrast to a lane that only goes on.
    var hasEvents = false

    /// The column after the last mark's text and a blank.
    var markEnd: Int { marks.last.map { $0.column + $0.text.count + 1 } ?? 0 }

    mutating func fill(to column: Int, _ glyphs: Glyphs) {
      guard cells.count < column else { return }
      let fill = activity.fill(glyphs)
      cells += repeatElement(fill, count: column - cells.count)
    }
  }

  /// The rows, in order of appearance.
  private(set) var rows: [Row] = []
  private var ruler: [(column: Int, text: String)] = []
  // Looked up only, never iterated.
  private var places: [Lane?: Int] = [:]
  /// The last column of the last event or of the last gap's number; less than 0 in an empty panel.
  private var last: Int
  /// The column of the last gap.
  private var gap = 0
  private let glyphs: Glyphs

  /// A panel.
  ///
  /// - Parameters:
  ///   - carried: lanes that are active at its beginning, in the order of rows.
  ///   - glyphs: the characters.
  init(carrying carried: [(lane: Lane?, activity: LaneActivity)], _ glyphs: Glyphs) {
    self.glyphs = glyphs
    last = carried.isEmpty ? -2 : 0
    for (lane, activity) in carried { _ = row(lane, activity) }
  }

  /// Whether nothing has been written.
  var isEmpty: Bool { ruler.isEmpty }

  /// The column in which an event of a lane would be written.
  ///
  /// - Parameters:
  ///   - lane: the event's lane.
  ///   - isWord: whether its text begins with a letter and so needs a blank before it.
  ///   - isMarked: whether it is marked.
  /// - Returns: a column to the right of all earlier events and of the lane's text.
  func column(_ lane: Lane?, isWord: Bool, isMarked: Bool) -> Int {
    guard let place = places[lane] else { return last + 2 }
    let row = rows[place]
    let isTight = isWord && row.cells.last.map { $0 != " " } ?? false
    return max(
      last + 2, row.cells.count + (isTight ? 1 : 0), isMarked ? row.markEnd : 0)
  }

  /// Writes an event.
  ///
  /// - Parameters:
  ///   - text: one to many characters.
  ///   - column: what ``column(_:isWord:isMarked:)`` said.
  ///   - lane: the event's lane.
  ///   - isWord: whether blanks stand around the text.
  ///   - ticket: the event's ticket.
  ///   - isMarked: whether it is marked.
  mutating func write(
    _ text: String, at column: Int, lane: Lane?, isWord: Bool, ticket: Ticket, isMarked: Bool
  ) {
    let place = row(lane, LaneActivity())
    for place in rows.indices { rows[place].fill(to: column, glyphs) }
    if isWord, let before = rows[place].cells.indices.last { rows[place].cells[before] = " " }
    rows[place].cells += Array(text)
    rows[place].hasEvents = true
    if isWord { rows[place].cells.append(" ") }
    if isMarked { rows[place].marks.append((column, "\(glyphs.mark)\(ticket)")) }
    ruler.append((column, "\(ticket)"))
    last = column
  }

  /// The column in which a gap would be written: to the right of all rows and of the ruler.
  var gapColumn: Int {
    let above = ruler.last.map { $0.column + $0.text.count + 1 } ?? 0
    return rows.reduce(max(last + 2, above)) { max($0, $1.cells.count) }
  }

  /// Writes a column that stands for events that are left out.
  ///
  /// - Parameter label: what the ruler says of them, which later events leave room for.
  mutating func writeGap(_ label: String) {
    gap = gapColumn
    for place in rows.indices {
      rows[place].fill(to: gap, glyphs)
      rows[place].cells.append(glyphs.gap)
    }
    ruler.append((gap, label))
    last = gap + label.count - 1
  }

  /// Sets what a lane does from here on; a lane without a row gets one if it is active.
  mutating func set(_ lane: Lane?, _ activity: LaneActivity) {
    if let place = places[lane] {
      rows[place].activity = activity
    } else if activity.isActive {
      let place = row(lane, LaneActivity())
      rows[place].fill(to: gap, glyphs)
      rows[place].cells.append(glyphs.gap)
      rows[place].activity = activity
    }
  }

  private mutating func row(_ lane: Lane?, _ activity: LaneActivity) -> Int {
    if let place = places[lane] { return place }
    places[lane] = rows.count
    rows.append(Row(lane: lane, activity: activity))
    return rows.count - 1
  }

  /// The lines of the panel.
  ///
  /// - Parameters:
  ///   - nameWidth: columns of the names.
  ///   - isLast: whether no other panel follows.
  ///   - palette: how marks and the ruler are painted.
  ///   - name: the name of a lane.
  /// - Returns: the ruler, then the rows, those with marks followed by a line for these.
  func lines(
    nameWidth: Int, isLast: Bool, palette: Palette, name: (Lane?) -> String
  ) -> [String] {
    func head(_ text: String) -> String {
      let clipped = glyphs.clipped(text, to: nameWidth)
      return clipped + String(repeating: " ", count: nameWidth - clipped.count)
        + " \(glyphs.border) "
    }
    var lines = [palette.paint(trimmed(head("ticket") + rulerText), .dim)]
    let idle = rows.filter { !$0.hasEvents }.count
    var idleShown = 0
    for var row in ordered {
      if !row.hasEvents {
        idleShown += 1
        if idleShown > TimelinePanel.mostIdleRows { continue }
      }
      if row.activity.isActive {
        row.fill(to: last + 1, glyphs)
        row.cells += isLast ? Array(glyphs.onward) : [row.activity.fill(glyphs)]
      }
      lines.append(trimmed(head(name(row.lane)) + String(row.cells)))
      guard !row.marks.isEmpty else { continue }
      let marks = text(row.marks.map { ($0.column, $0.text) })
      lines.append(
        String(repeating: " ", count: nameWidth + 3)
          + marks.leading + palette.paint(marks.rest, .red, .bold))
    }
    if idle > TimelinePanel.mostIdleRows {
      lines.append("and \(idle - TimelinePanel.mostIdleRows) more lanes without an event here")
    }
    return lines
  }

  /// Rows of lanes that go on without an event; more of them would hide the others.
  private static let mostIdleRows = 8

  /// Setup and clients first, callbacks as they appear, the harness last.
  private var ordered: [Row] {
    rows.enumerated().sorted { left, right in
      (TimelinePanel.rank(left.element.lane), left.offset)
        < (TimelinePanel.rank(right.element.lane), right.offset)
    }.map(\.element)
  }

  private static func rank(_ lane: Lane?) -> Int {
    switch lane {
    case .setup: 0
    case .client(let number): number
    case .callback: Int.max - 1
    case nil: Int.max
    }
  }

  /// As many tickets as have room.
  private var rulerText: String {
    var end = 0
    var shown: [(Int, String)] = []
    for (column, text) in ruler where column >= end {
      shown.append((column, text))
      end = column + text.count + 1
    }
    let line = text(shown)
    return line.leading + line.rest
  }

  /// Texts at columns, with the blanks before the first one apart.
  private func text(_ pieces: [(Int, String)]) -> (leading: String, rest: String) {
    var text = ""
    for (column, piece) in pieces {
      text += String(repeating: " ", count: max(0, column - text.count)) + piece
    }
    let leading = text.prefix { $0 == " " }
    return (String(leading), String(text.dropFirst(leading.count)))
  }
}

/// The line without blanks at its end.
func trimmed(_ line: String) -> String {
  guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
  return String(line[...last])
}
