import OQModel

/// The two things that change in a queue independently of each other: whether it is suspended, and
/// how much of its limit it uses.
package enum QueueDiagram {
  private static let line = 160

  /// The diagram of some arrows.
  ///
  /// - Parameter arcs: the changes of load; those of the model if left out.
  /// - Returns: the picture.
  package static func drawing(_ arcs: [LoadArc] = LoadArc.all) -> Drawing {
    var drawing = Drawing(
      width: 900, height: 370, title: "The states of a queue and the transitions between them")
    drawing.frames = [
      Drawing.Frame(
        area: Rectangle(left: 14, top: 14, width: 306, height: 292), title: "suspended or not"),
      Drawing.Frame(area: Rectangle(left: 334, top: 14, width: 552, height: 292), title: "load"),
    ]
    suspension(&drawing)
    load(arcs, &drawing)
    drawing.caption = [
      "A running queue that is not full may choose an operation that it knows to be ready.",
      "A suspended one may only choose stragglers (ND-14) and cancelled operations (ND-25).",
    ]
    drawing.captionTop = 332
    return drawing
  }

  private static func suspension(_ drawing: inout Drawing) {
    let (running, suspended) = (Point(167, 80), Point(167, 240))
    drawing.boxes += [
      Drawing.Box(center: running, width: 130, name: "running", meaning: "may choose"),
      Drawing.Box(center: suspended, width: 130, name: "suspended", meaning: "chooses nothing new"),
    ]
    let half = Drawing.Box.height / 2
    drawing.arrows += [
      Drawing.Arrow(points: [
        Point(137, running.y + half), Point(137, suspended.y - half),
      ]),
      Drawing.Arrow(points: [
        Point(197, suspended.y - half), Point(197, running.y + half),
      ]),
    ]
    let name = "\(TransitionID.setSuspended)"
    drawing.labels += [
      Drawing.Label(place: Point(38, line), isCentred: false, names: [name], condition: "true"),
      Drawing.Label(place: Point(207, line), isCentred: false, names: [name], condition: "false"),
    ]
  }

  private static func center(_ load: Load) -> Point {
    switch load {
    case .idle: Point(414, line)
    case .busy: Point(610, line)
    case .full: Point(806, line)
    }
  }

  private static func load(_ arcs: [LoadArc], _ drawing: inout Drawing) {
    for load in Load.allCases {
      drawing.boxes.append(
        Drawing.Box(center: center(load), width: 112, name: "\(load)", meaning: load.meaning))
    }
    for from in Load.allCases {
      for to in Load.allCases {
        let names = arcs.filter { $0.from == from && $0.to == to }.map { "\($0.transition)" }
        if !names.isEmpty { connect(from, to, names, &drawing) }
      }
    }
  }

  /// Draws one arrow: between neighbours straight, above the middle to the right and below it to
  /// the left; from end to end around the box between them.
  private static func connect(
    _ from: Load, _ to: Load, _ names: [String], _ drawing: inout Drawing
  ) {
    let (start, end) = (center(from), center(to))
    let isRightward = end.x > start.x
    let between = (start.x + end.x) / 2
    let sign = isRightward ? -1 : 1
    if abs(start.x - end.x) < 300 {
      let height = line + sign * 10
      let shift = isRightward ? 56 : -56
      drawing.arrows.append(
        Drawing.Arrow(points: [Point(start.x + shift, height), Point(end.x - shift, height)]))
      let top =
        isRightward ? height - 10 - (names.count - 1) * Drawing.Label.lineHeight : height + 20
      drawing.labels.append(
        Drawing.Label(place: Point(between, top), isCentred: true, names: names, condition: nil))
    } else {
      let edge = line + sign * Drawing.Box.height / 2
      let height = line + sign * 92
      drawing.arrows.append(
        Drawing.Arrow(points: [
          Point(start.x, edge), Point(start.x, height), Point(end.x, height), Point(end.x, edge),
        ]))
      drawing.labels.append(
        Drawing.Label(
          place: Point(between, isRightward ? height - 10 : height + 20), isCentred: true,
          names: [names.joined(separator: ", ")], condition: nil))
    }
  }
}
