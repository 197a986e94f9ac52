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
    ChangeText.sentence(changes).map { style.paragraph($0, hanging: 2) } ?? []
  }

  /// The same on one line without styles, for formats of few words.
  static func sentences(_ report: Report) -> [String] {
    [sentence(report.since)].compactMap(\.self)
  }

  private static func sentence(_ changes: Report.Changes?) -> String? {
    guard let changes else { return nil }
    var text = "Since the earlier report: \(changes.new.count) new, \(changes.known.count) known"
    text += ", \(changes.gone.count) gone"
    if !changes.gone.isEmpty {
      text += ": " + changes.gone.map(ChangeText.text).joined(separator: "; ")
    }
    return text
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
