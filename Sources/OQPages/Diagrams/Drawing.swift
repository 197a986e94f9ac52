/// A point of a drawing, in pixels from the upper left corner.
package struct Point: Sendable, Hashable {
  package var x: Int
  package var y: Int

  package init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle of a drawing, in pixels.
package struct Rectangle: Sendable, Hashable {
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int

  package init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }

  /// Whether two rectangles have a point in common.
  package func meets(_ other: Rectangle) -> Bool {
    left < other.left + other.width && other.left < left + width
      && top < other.top + other.height && other.top < top + height
  }

  /// The rectangle that a horizontal or vertical line fills, one pixel thick.
  package init(from start: Point, to end: Point) {
    self.init(
      left: min(start.x, end.x), top: min(start.y, end.y), width: abs(start.x - end.x) + 1,
      height: abs(start.y - end.y) + 1)
  }
}

/// A diagram of states and arrows as a value: what is drawn where.
package struct Drawing: Sendable, Hashable {
  /// A state: a box with a name and a few words.
  package struct Box: Sendable, Hashable {
    package var center: Point
    package var width: Int
    package var name: String
    package var meaning: String

    package static let height = 52

    package var area: Rectangle {
      Rectangle(
        left: center.x - width / 2, top: center.y - Box.height / 2, width: width,
        height: Box.height)
    }
  }

  /// An arrow: a line of horizontal and vertical pieces with a head at its end.
  package struct Arrow: Sendable, Hashable {
    package var points: [Point]

    /// Its pieces.
    package var pieces: [Rectangle] {
      zip(points, points.dropFirst()).map { Rectangle(from: $0, to: $1) }
    }
  }

  /// The words at an arrow: names of transitions, and under them a condition.
  package struct Label: Sendable, Hashable {
    /// The left end of the first base line, or the middle where centred.
    package var place: Point
    package var isCentred: Bool
    /// Names, one a line.
    package var names: [String]
    /// What must be the case besides, or nil.
    package var condition: String?

    package static let lineHeight = 16

    /// Words at a place.
    package init(place: Point, isCentred: Bool, names: [String], condition: String? = nil) {
      self.place = place
      self.isCentred = isCentred
      self.names = names
      self.condition = condition
    }

    /// The room that the words take at most: letters of 12 pixels, 0.61 of that wide.
    package var area: Rectangle {
      let words = names + [condition].compactMap(\.self)
      let width = (words.map(\.count).max() ?? 0) * 73 / 10 + 2
      return Rectangle(
        left: isCentred ? place.x - width / 2 : place.x, top: place.y - 12, width: width,
        height: words.count * Label.lineHeight)
    }
  }

  /// A frame around a part, with a title in its upper left corner.
  package struct Frame: Sendable, Hashable {
    package var area: Rectangle
    package var title: String
  }

  package var width: Int
  package var height: Int
  /// What a reader is told who does not see it.
  package var title: String
  package var frames: [Frame] = []
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []
  package var labels: [Label] = []
  /// Lines of text below the picture, and the base line of the first.
  package var caption: [String] = []
  package var captionTop = 0

  package init(width: Int, height: Int, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }

  /// What overlaps or leaves the picture, one sentence each; for tests.
  package var collisions: [String] {
    var found: [String] = []
    let all = Rectangle(left: 0, top: 0, width: width, height: height)
    for (index, label) in labels.enumerated() {
      let name = label.names.joined(separator: " ")
      let area = label.area
      for other in labels[(index + 1)...] where area.meets(other.area) {
        found.append("\(name) meets \(other.names.joined(separator: " "))")
      }
      for box in boxes where area.meets(box.area) { found.append("\(name) meets \(box.name)") }
      for arrow in arrows where arrow.pieces.contains(where: area.meets) {
        found.append("\(name) meets a line")
      }
      if area.left < 0 || area.top < 0 || area.left + area.width > all.width
        || area.top + area.height > all.height
      {
        found.append("\(name) leaves the picture")
      }
    }
    return found
  }
}
