import OQReport

/// How many rules a subject beside a control was judged by.
enum JudgedRulesText {
  /// The count: what the control breaks, too, was judged, and is no charge.
  static func count(_ report: Report) -> String {
    let ofHost = report.rulesOfHost
    return counted(report.judgedRules, "rule") + " judged"
      + (ofHost > 0 ? " (\(ofHost) broken by the host, too)" : "")
  }
}
