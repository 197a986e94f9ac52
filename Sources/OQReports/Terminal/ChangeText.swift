import OQReport

/// What has changed since an earlier report, for people.
struct ChangeText {
  private let changes: Report.Changes?
  private let style: ReportStyle

  init(_ report: Report, style: ReportStyle) {
    changes = report.since
    self.style = style
  }

  /// How many are new and known, and what is gone; nothing where there is no earlier report.
  var lines: [String] {
    guard let changes else { return [] }
    var text = "Since the earlier report: \(changes.new.count) new, \(changes.known.count) known"
    text += ", \(changes.gone.count) gone"
    if !changes.gone.isEmpty {
      text += ": " + changes.gone.map(ChangeText.text).joined(separator: "; ")
    }
    return style.paragraph(text, hanging: 2)
  }

  /// `DEP-9, DEP-2 (needs b depends on a; undepend b a)`.
  static func text(_ entry: Report.Changes.Entry) -> String {
    entry.rules.joined(separator: ", ")
      + (entry.situation.isEmpty ? "" : " (needs \(entry.situation.joined(separator: "; ")))")
  }
}

extension Report.Novelty {
  /// What stands behind the title of something that is broken.
  var mark: String { " [\(rawValue)]" }
}
