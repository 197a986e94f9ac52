import OQHistory
import OQText

/// A history as a picture in text: one row per lane, time from left to right.
///
/// ```
/// ticket  │ 1       2 3 4     5 6         7 8
/// client1 │ add q d ┤ add q x ┤ wait-all q ─────…
/// d       │             ▐█████████████████████▌
///                                             ▲8
/// x       │                                 ▐█…
///                                           ▲7
/// ```
///
/// Columns are events, not time: each event stands to the right of all earlier ones, and the room
/// between two of them says nothing.
package struct Timeline: Sendable {
  /// How a picture is drawn.
  package struct Options: Sendable, Hashable {
    /// Columns of a line.
    package var width: Int
    /// The characters.
    package var glyphs: Glyphs
    /// How marks and the ruler are painted.
    package var palette: Palette
    /// Events that are drawn at most, unless more than that are marked.
    package var mostEvents: Int

    /// Options of a picture.
    package init(
      width: Int = Terminal.standardWidth, glyphs: Glyphs = .unicode, palette: Palette = .plain,
      mostEvents: Int = 60
    ) {
      self.width = width
      self.glyphs = glyphs
      self.palette = palette
      self.mostEvents = max(1, mostEvents)
    }
  }

  /// Draws a history.
  ///
  /// - Parameters:
  ///   - history: any history.
  ///   - marks: tickets of the events to be marked; tickets without an event are passed over.
  ///   - options: how it is drawn.
  /// - Returns: lines without trailing blanks; several panels where one is not wide enough, with an
  ///   empty line between them; nothing for a history without events.
  /// - Complexity: O(events + drawn events × lanes).
  package static func lines(
    of history: History, marking marks: [Ticket], options: Options = Options()
  ) -> [String] {
    let events = history.events
    let window = TimelineWindow(events, marks: Set(marks), most: options.mostEvents)
    var drawing = TimelineDrawing(history, marks: Set(marks), options: options)
    for piece in window.pieces {
      switch piece {
      case .drawn(let range): for event in events[range] { drawing.draw(event) }
      case .leftOut(let range): drawing.leaveOut(events[range])
      }
    }
    var lines = drawing.finish()
    if window.count < events.count {
      lines.append(
        "\(window.count) of \(events.count) events; '\(options.glyphs.gap)' and a number stand for "
          + "those left out")
    }
    return lines
  }

  /// What the characters of a picture mean.
  ///
  /// - Parameter glyphs: the characters of the picture.
  /// - Returns: one text per sign.
  package static func legend(_ glyphs: Glyphs = .unicode) -> [String] {
    [
      "\(glyphs.enter)\(glyphs.running)\(glyphs.leave) client code runs ",
      "\(glyphs.calling)\(glyphs.returned) a call returns ",
      "\(glyphs.mark)N proves it (ticket N)",
    ]
  }
}
