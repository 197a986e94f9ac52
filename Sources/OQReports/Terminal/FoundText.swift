import OQReport
import OQSpecification
import OQText

/// A finding that is told while its run goes on: what is blamed, what is wrong, the program, how
/// often it shows.
package struct FoundText: Sendable {
  private let finding: Finding
  private let text: FindingText
  private let style: ReportStyle

  /// The text of a finding.
  ///
  /// - Parameters:
  ///   - finding: what was found.
  ///   - catalogue: the rules.
  ///   - style: how it looks.
  package init(_ finding: Finding, catalogue: Catalogue, style: ReportStyle) {
    self.finding = finding
    self.style = style
    text = FindingText(
      finding, catalogue: catalogue, reproduction: ReproduceCommands(subject: ""), style: style)
  }

  /// The lines.
  ///
  /// - Parameter seconds: how long the run has gone on.
  /// - Returns: at most as many lines of the program as in a report that fits a screen.
  package func lines(after seconds: Int) -> [String] {
    style.paragraph(text.title, hanging: 2).map { style.palette.paint($0, .red, .bold) }
      + style.paragraph(finding.message, indent: 2)
      + text.program(atMost: ScreenText.mostProgramLines)
      + style.paragraph(
        "\(text.rate); found after \(seconds) s, the run goes on for other causes", indent: 2)
  }
}
