import OQReport

/// A picture with the outcome, for a page about a project.
package struct BadgeFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "badge" }
  /// See ``ReportFormat``.
  package var summary: String { "a small picture (SVG) with the outcome" }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, _ in
      let label = "operation queue"
      let isExpected = report.isAsExpected
      let value =
        "\(report.outcome.rawValue)\(isExpected ? " as expected" : "") (\(report.profile))"
      let color =
        switch report.outcome {
        case .violated where isExpected: "#8a6100"
        case .conformant: "#1a7f37"
        case .violated, .unusable: "#c01c28"
        case .inconclusive: "#8a6100"
        }
      // Letters of the font have no width that is known here: the text is fitted to the room.
      let widths = [label, value].map { $0.count * 7 + 12 }
      let total = widths[0] + widths[1]
      func text(_ text: String, from x: Int, _ width: Int) -> Markup {
        Markup(
          name: "text",
          attributes: [
            ("x", "\(x + 6)"), ("y", "14"), ("fill", "#fff"), ("textLength", "\(width - 12)"),
            ("font-family", "Verdana,sans-serif"), ("font-size", "11"),
          ], text: text)
      }
      func field(from x: Int, _ width: Int, _ color: String) -> Markup {
        Markup(
          name: "rect",
          attributes: [
            ("x", "\(x)"), ("width", "\(width)"), ("height", "20"), ("fill", color),
          ])
      }
      var root = Markup(
        name: "svg",
        attributes: [
          ("xmlns", "http://www.w3.org/2000/svg"), ("width", "\(total)"), ("height", "20"),
          ("role", "img"), ("aria-label", "\(label): \(value)"),
        ])
      root.children = [
        field(from: 0, widths[0], "#444d56"), field(from: widths[0], widths[1], color),
        text(label, from: 0, widths[0]), text(value, from: widths[0], widths[1]),
      ]
      return root.document
    }
  }
}
