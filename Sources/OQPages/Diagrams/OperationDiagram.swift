import OQModel

/// The life of an operation: its phases from top to bottom, and an arrow for each way on.
///
/// An arrow to the next phase runs down the middle; one that passes phases over runs in a lane
/// beside them. Arrows of one transition to one phase share a lane and a label.
package enum OperationDiagram {
  private static let middle = 400
  private static let pitch = 110
  private static let halfWidth = 100

  /// The diagram of some arrows.
  ///
  /// - Parameter arcs: the arrows; those of the model if left out.
  /// - Returns: the picture.
  package static func drawing(_ arcs: [Arc] = Arc.all) -> Drawing {
    let phases = OperationState.Phase.allCases
    var drawing = Drawing(
      width: 880, height: top(phases.last ?? .new) + 96,
      title: "The phases of an operation and the transitions between them")
    drawing.boxes = phases.map {
      Drawing.Box(
        center: Point(middle, top($0)), width: 2 * halfWidth, name: $0.word, meaning: $0.meaning)
    }
    for group in groups(arcs) {
      for arc in group where !drawing.arrows.contains(arrow(arc)) {
        drawing.arrows.append(arrow(arc))
      }
      drawing.labels.append(label(group))
    }
    let steps = Transition.all.filter { $0.id.group == .finishStep }.map(\.name)
    drawing.caption = [
      "once x is finished, in any order and on any threads:", steps.joined(separator: " · "),
    ]
    drawing.captionTop = top(phases.last ?? .new) + 54
    return drawing
  }

  /// Arrows with a common label: those of one transition in one lane, or all between two
  /// neighbours.
  private static func groups(_ arcs: [Arc]) -> [[Arc]] {
    var groups: [[Arc]] = []
    for arc in arcs {
      let place = groups.firstIndex { group in
        guard let first = group.first, first.to == arc.to else { return false }
        if isStep(first), isStep(arc) {
          return first.from == arc.from && isInMiddle(first) == isInMiddle(arc)
        }
        return first.transition == arc.transition && !isInMiddle(first) && !isInMiddle(arc)
      }
      if let place { groups[place].append(arc) } else { groups.append([arc]) }
    }
    return groups
  }

  private static func top(_ phase: OperationState.Phase) -> Int {
    50 + Int(phase.rawValue) * pitch
  }

  private static func isStep(_ arc: Arc) -> Bool { arc.to.rawValue == arc.from.rawValue + 1 }

  /// Whether an arrow runs straight down; a start by hand always keeps to its lane.
  private static func isInMiddle(_ arc: Arc) -> Bool {
    isStep(arc) && arc.transition != .startManually
  }

  /// The side and the place, from the inside, of the lane of a transition.
  private static func lane(_ transition: TransitionID) -> (isLeft: Bool, place: Int) {
    switch transition {
    case .startManually: (true, 0)
    case .cancel: (true, 1)
    case .flush, .skipBody: (false, 0)
    default: (false, 1)
    }
  }

  private static func laneX(_ transition: TransitionID) -> Int {
    let (isLeft, place) = lane(transition)
    return isLeft ? middle - halfWidth - 130 - place * 90 : middle + halfWidth + 80 + place * 140
  }

  private static func arrow(_ arc: Arc) -> Drawing.Arrow {
    if isInMiddle(arc) {
      let half = Drawing.Box.height / 2
      return Drawing.Arrow(points: [
        Point(middle, top(arc.from) + half), Point(middle, top(arc.to) - half),
      ])
    }
    let (isLeft, place) = lane(arc.transition)
    // Inner lanes leave below the middle of a box and arrive above it, so that no lines cross.
    let shift = place == 0 ? 14 : 0
    let edge = middle + (isLeft ? -halfWidth : halfWidth)
    let (start, end) = (top(arc.from) + shift, top(arc.to) - shift)
    return Drawing.Arrow(points: [
      Point(edge, start), Point(laneX(arc.transition), start), Point(laneX(arc.transition), end),
      Point(edge, end),
    ])
  }

  private static func label(_ group: [Arc]) -> Drawing.Label {
    let arc = group[0]
    let conditions = group.compactMap(\.condition)
    let names = isInMiddle(arc) ? group.map { "\($0.transition)" } : ["\(arc.transition)"]
    let place =
      isInMiddle(arc)
      ? Point(middle + 10, (top(arc.from) + top(arc.to)) / 2 + 4)
      : Point(laneX(arc.transition) + 8, top(arc.to) - pitch * 3 / 2)
    return Drawing.Label(
      place: place, isCentred: false,
      names: isInMiddle(arc) ? [names.joined(separator: ", ")] : names,
      condition: conditions.first)
  }
}
