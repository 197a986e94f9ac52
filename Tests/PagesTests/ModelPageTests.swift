import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import OQModel
import OQSpecification
import Testing

import OQPages

/// `Model.md` and its diagrams say what the model does.
@Suite struct ModelPageTests {
  @Test func `the tables have a row for every transition, and no other`() throws {
    let page = try Pages.text("Spec/Model.md")
    let anchors = page.matches(of: /<a id="([^"]+)">/).map { String($0.1) }
    #expect(anchors == TransitionID.allCases.map { "\($0)" })
    for transition in Transition.all {
      let row = try #require(
        page.split(separator: "\n").first { $0.contains("id=\"\(transition.id)\"") })
      #expect(row.contains(transition.guardText) && row.contains(transition.effect))
      for rule in transition.rules { #expect(row.contains("[\(rule)]")) }
      for number in transition.freedoms { #expect(row.contains("[ND-\(number)]")) }
    }
  }

  @Test func `the tables of variables have those of the state`() throws {
    let page = try Pages.text("Spec/Model.md")
    let names = page.matches(of: /(?m)^\| `([A-Za-z]+)` \|/).map { String($0.1) }
    let stored = Mirror(reflecting: OperationState()).children.compactMap(\.label)
    #expect(
      names == stored.filter { $0 != "flags" }.inserting("flags", at: 1)
        + OperationState.Flags.names)
  }

  @Test func `every flag has a name, at its bit`() {
    let names = OperationState.Flags.names
    #expect(names.count == 16)
    #expect(OperationState.Flags.droppable.rawValue == 1 << (names.count - 1))
    #expect(
      names.firstIndex(of: "manual") == OperationState.Flags.manual.rawValue.trailingZeroBitCount)
    #expect(
      names.firstIndex(of: "known") == OperationState.Flags.known.rawValue.trailingZeroBitCount)
  }

  @Test func `no words of a diagram overlap anything`() {
    #expect(OperationDiagram.drawing().collisions == [])
    #expect(QueueDiagram.drawing().collisions == [])
  }

  @Test func `an overlap would be found`() {
    var drawing = OperationDiagram.drawing()
    drawing.labels.append(drawing.labels[0])
    drawing.labels.append(
      Drawing.Label(place: drawing.boxes[0].center, isCentred: true, names: ["x"], condition: nil))
    drawing.labels.append(
      Drawing.Label(place: Point(870, 400), isCentred: false, names: ["long"], condition: nil))
    drawing.labels.append(
      Drawing.Label(
        place: drawing.arrows[0].points[0], isCentred: true, names: ["y"], condition: nil))
    let found = drawing.collisions
    #expect(found.contains { $0.hasSuffix("meets new") })
    #expect(found.contains { $0.hasSuffix("leaves the picture") })
    #expect(found.contains { $0 == "y meets a line" })
    #expect(found.contains { $0.hasPrefix(drawing.labels[0].names[0] + " meets ") })
  }

  @Test func `the diagram has every phase and an arrow with a name for every arc`() throws {
    let drawing = OperationDiagram.drawing()
    #expect(drawing.boxes.map(\.name) == OperationState.Phase.allCases.map(\.word))
    let names = drawing.labels.flatMap(\.names).joined(separator: ", ")
    for arc in Arc.all {
      #expect(names.contains("\(arc.transition)"))
      let from = try #require(drawing.boxes.first { $0.name == arc.from.word })
      let to = try #require(drawing.boxes.first { $0.name == arc.to.word })
      #expect(
        drawing.arrows.contains { arrow in
          guard let start = arrow.points.first, let end = arrow.points.last else { return false }
          return from.area.touches(start) && to.area.touches(end)
        }, "\(arc)")
    }
    let fewer = OperationDiagram.drawing(Array(Arc.all.dropLast()))
    #expect(fewer.arrows.count == drawing.arrows.count - 1)
  }

  @Test func `the pictures are well-formed and the same every time`() throws {
    for drawing in [OperationDiagram.drawing(), QueueDiagram.drawing()] {
      #expect(drawing.svg == drawing.svg)
      let parser = XMLParser(data: Data(drawing.svg.utf8))
      #expect(parser.parse())
      #expect(drawing.svg.contains("prefers-color-scheme: dark"))
    }
  }
}

extension Rectangle {
  /// Whether a point lies in the rectangle or on its edge.
  func touches(_ point: Point) -> Bool {
    (left...(left + width)).contains(point.x) && (top...(top + height)).contains(point.y)
  }
}

extension [String] {
  /// The array with one more element.
  func inserting(_ element: String, at index: Int) -> [String] {
    var result = self
    result.insert(element, at: index)
    return result
  }
}
