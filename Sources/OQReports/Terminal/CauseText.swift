import OQReport
import OQSpecification
import OQText

/// The causes of a report for people: what each takes, what it was seen as, and its smallest
/// program.
struct CauseText {
  private let report: Report
  private let style: ReportStyle

  /// The text of the causes.
  ///
  /// - Parameters:
  ///   - report: what a campaign found.
  ///   - style: how it looks.
  init(_ report: Report, style: ReportStyle) {
    self.report = report
    self.style = style
  }

  /// All lines; none where findings are not sorted by cause.
  var lines: [String] {
    guard !report.causes.isEmpty else { return [] }
    var lines = [style.title(counted(report.causes.count, "cause"))]
    for (number, cause) in report.causes.enumerated() { lines += entry(cause, number + 1) }
    if report.unsorted > 0 {
      lines += style.paragraph(
        "\(counted(report.unsorted, "more program")) showed something broken whose cause was not"
          + " looked for.", indent: 2)
    }
    if report.passedOver > 0 {
      lines += style.paragraph(
        "\(counted(report.passedOver, "program")) with a known trigger passed over.", indent: 2)
    }
    if let remark = report.soughtRemark { lines += style.paragraph(remark, indent: 2) }
    return lines
  }

  private func entry(_ cause: Cause, _ number: Int) -> [String] {
    let names = cause.blames.map(\.description)
    let others = names.dropFirst().joined(separator: ", ")
    var title = "\(number)  \(names[0])"
    if !others.isEmpty { title += ", seen as \(others) too" }
    title += "; \(counted(cause.programs, "program"))"
    title += report.novelty(of: cause)?.mark ?? ""
    var lines = style.paragraph(title, indent: 2, hanging: 5)
    if let excuse = report.expectation(of: cause)?.excuse {
      lines += style.paragraph(excuse, indent: 5, hanging: 7)
    }
    let smallest = report.smallest(of: cause)
    let situation = (smallest.map { cause.situation(in: $0.program) } ?? cause.situation)
      .joined(separator: "; ")
    lines += style.paragraph(
      situation.isEmpty ? "did not show again; what it needs is not known" : "needs: " + situation,
      indent: 5, hanging: 7)
    if let smallest {
      lines += style.paragraph(
        "smallest program: \(counted(smallest.steps, "step")), \(smallest.blame)"
          + (smallest.file.map { ", \($0)" } ?? ""), indent: 5, hanging: 7)
    }
    return lines
  }
}
