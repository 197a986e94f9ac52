import OQHistory
import OQText

/// Writes events into panels, keeping what every lane does.
struct TimelineDrawing {
  private let words: StepPrinter
  private let marks: Set<Ticket>
  private let options: Timeline.Options
  private let nameWidth: Int
  private let room: Int
  private var panel: TimelinePanel
  private var finished: [String] = []
  /// Lanes in order of appearance; the dictionary is only looked up.
  private var lanes: [Lane?] = []
  private var activities: [Lane?: LaneActivity] = [:]

  private var glyphs: Glyphs { options.glyphs }

  init(_ history: History, marks: Set<Ticket>, options: Timeline.Options) {
    words = StepPrinter(history.declarations)
    self.marks = marks
    self.options = options
    let names = Set(history.events.map(\.lane)).map { [words] in
      TimelineDrawing.name($0, words).count
    }
    nameWidth = min(max(names.max() ?? 0, "ticket".count), max(options.width / 4, 6))
    // What goes on behind the last event takes a blank and its sign.
    room = max(options.width - nameWidth - 4 - options.glyphs.onward.count, 12)
    panel = TimelinePanel(carrying: [], options.glyphs)
  }

  /// Writes an event where there is room, in another panel if need be.
  mutating func draw(_ event: Event) {
    let lane = event.lane
    let isMarked = marks.contains(event.ticket)
    let (full, isWord) = text(event.kind)
    let mark = isMarked ? "\(event.ticket)".count + 1 : 0
    let text = glyphs.clipped(full.printable, to: room - 4)
    var column = panel.column(lane, isWord: isWord, isMarked: isMarked)
    if column + max(text.count, mark) > room, !panel.isEmpty {
      flush(isLast: false)
      column = panel.column(lane, isWord: isWord, isMarked: isMarked)
    }
    panel.write(
      text, at: column, lane: lane, isWord: isWord, ticket: event.ticket, isMarked: isMarked)
    note(event)
    apply()
  }

  /// Passes over events; a single column stands for them, with their number above it.
  mutating func leaveOut(_ events: ArraySlice<Event>) {
    let label = "\(glyphs.gap)\(events.count)"
    if panel.gapColumn + label.count > room, !panel.isEmpty { flush(isLast: false) }
    panel.writeGap(label)
    for event in events { note(event) }
    apply()
  }

  /// All lines.
  mutating func finish() -> [String] {
    if !panel.isEmpty { flush(isLast: true) }
    return finished
  }

  private mutating func flush(isLast: Bool) {
    if !finished.isEmpty { finished.append("") }
    finished += panel.lines(
      nameWidth: nameWidth, isLast: isLast, palette: options.palette,
      name: { [words] in TimelineDrawing.name($0, words) })
    let carried = lanes.compactMap { lane in
      activities[lane].flatMap { $0.isActive ? (lane: lane, activity: $0) : nil }
    }
    panel = TimelinePanel(carrying: carried, glyphs)
  }

  /// Tells the panel what every lane does.
  private mutating func apply() {
    for lane in lanes { panel.set(lane, activities[lane] ?? LaneActivity()) }
  }

  private mutating func note(_ event: Event) {
    if activities[event.lane] == nil {
      activities[event.lane] = LaneActivity()
      lanes.append(event.lane)
    }
    switch event.kind {
    case .call: activities[event.lane]?.isCalling = true
    case .returned: activities[event.lane]?.isCalling = false
    case .enter: activities[event.lane]?.isInside = true
    case .leave: activities[event.lane]?.isInside = false
    case .crashed: for lane in lanes { activities[lane] = LaneActivity() }
    case .made, .step, .quiescent, .stalled, .overflow, .ended: break
    }
  }

  /// What is written for an event, and whether it is a word with blanks around it.
  private func text(_ kind: Event.Kind) -> (text: String, isWord: Bool) {
    switch kind {
    case .enter: (String(glyphs.enter), false)
    case .leave: (String(glyphs.leave), false)
    case .returned(.returned(let value)): ("\(glyphs.returned)\(words.text(value))", false)
    case .returned(.rejected(let rejection)): ("\(glyphs.rejected)\(rejection.rawValue)", false)
    case .returned(.unsupported): ("\(glyphs.rejected)unsupported", false)
    case .crashed(let crash): ("\(glyphs.rejected)\(crash.signal.rawValue)", false)
    case .quiescent: ("quiescent", true)
    case .call, .made, .step, .stalled, .overflow, .ended: (words.text(kind), true)
    }
  }

  private static func name(_ lane: Lane?, _ words: StepPrinter) -> String {
    lane.map { words.text($0).printable } ?? "harness"
  }
}
