extension Drawing {
  /// The drawing as a file for browsers, the same bytes for equal drawings.
  ///
  /// The picture brings its own background, and colours for light and for dark surroundings, so
  /// that it can be read on any page.
  package var svg: String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-label="\(Drawing.escaped(title))">
      """,
      "<!-- Generated from the model by 'swift run oqspec regenerate'. -->",
      "<title>\(Drawing.escaped(title))</title>", Drawing.style, Drawing.head,
      #"<rect class="ground" x="0" y="0" width="\#(width)" height="\#(height)" rx="8"/>"#,
    ]
    for frame in frames { lines += markup(frame) }
    for arrow in arrows { lines.append(markup(arrow)) }
    for box in boxes { lines += markup(box) }
    for label in labels { lines += markup(label) }
    for (index, text) in caption.enumerated() {
      lines.append(
        Drawing.text(text, "word", Point(width / 2, captionTop + index * 18), isCentred: true))
    }
    lines.append("</svg>")
    return lines.map { $0 + "\n" }.joined()
  }

  private static let style = """
    <style>
    .ground { fill: #ffffff; stroke: #d0d7de; }
    .frame { fill: none; stroke: #8c959f; stroke-dasharray: 4 4; }
    .box { fill: #ddf4ff; stroke: #0969da; stroke-width: 1.5; }
    .line { fill: none; stroke: #57606a; stroke-width: 1.5; }
    .head { fill: #57606a; }
    text { font-size: 12px; fill: #1f2328; }
    .name { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .state { font-family: system-ui, "DejaVu Sans", sans-serif; font-weight: bold; font-size: 14px; }
    .word { font-family: system-ui, "DejaVu Sans", sans-serif; font-size: 11px; fill: #57606a; }
    @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #30363d; }
    .frame { stroke: #6e7681; }
    .box { fill: #121d2f; stroke: #388bfd; }
    .line { stroke: #9da7b3; }
    .head { fill: #9da7b3; }
    text { fill: #e6edf3; }
    .word { fill: #9da7b3; }
    }
    </style>
    """

  private static let head = """
    <defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" \
    markerHeight="7" orient="auto"><path class="head" d="M 0 0 L 10 5 L 0 10 z"/></marker></defs>
    """

  private func markup(_ frame: Frame) -> [String] {
    let area = frame.area
    return [
      #"<rect class="frame" x="\#(area.left)" y="\#(area.top)" width="\#(area.width)" "#
        + #"height="\#(area.height)" rx="6"/>"#,
      Drawing.text(frame.title, "word", Point(area.left + 10, area.top + 18), isCentred: false),
    ]
  }

  private func markup(_ box: Box) -> [String] {
    let area = box.area
    return [
      #"<rect class="box" x="\#(area.left)" y="\#(area.top)" width="\#(area.width)" "#
        + #"height="\#(area.height)" rx="10"/>"#,
      Drawing.text(box.name, "state", Point(box.center.x, box.center.y - 4), isCentred: true),
      Drawing.text(box.meaning, "word", Point(box.center.x, box.center.y + 14), isCentred: true),
    ]
  }

  private func markup(_ label: Label) -> [String] {
    var lines: [String] = []
    var place = label.place
    for name in label.names {
      lines.append(Drawing.text(name, "name", place, isCentred: label.isCentred))
      place.y += Label.lineHeight
    }
    if let condition = label.condition {
      lines.append(Drawing.text(condition, "word", place, isCentred: label.isCentred))
    }
    return lines
  }

  /// A line with rounded corners.
  private func markup(_ arrow: Arrow) -> String {
    let radius = 10
    let points = arrow.points
    var path = points.first.map { "M \($0.x) \($0.y)" } ?? ""
    for index in points.indices.dropFirst() {
      let corner = points[index]
      guard index + 1 < points.count else {
        path += " L \(corner.x) \(corner.y)"
        break
      }
      let before = Drawing.step(from: corner, to: points[index - 1], radius)
      let after = Drawing.step(from: corner, to: points[index + 1], radius)
      path += " L \(before.x) \(before.y) Q \(corner.x) \(corner.y) \(after.x) \(after.y)"
    }
    return #"<path class="line" d="\#(path)" marker-end="url(#head)"/>"#
  }

  private static func step(from start: Point, to end: Point, _ length: Int) -> Point {
    Point(
      start.x + (end.x - start.x).signum() * length, start.y + (end.y - start.y).signum() * length)
  }

  private static func text(
    _ text: String, _ style: String, _ place: Point, isCentred: Bool
  ) -> String {
    let anchor = isCentred ? #" text-anchor="middle""# : ""
    return #"<text class="\#(style)" x="\#(place.x)" y="\#(place.y)"\#(anchor)>"#
      + escaped(text) + "</text>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
