/// A report that is to be written to a file.
package struct ReportRequest: Hashable, Sendable {
  /// The forms that a report can have in a file.
  package enum Format: String, CaseIterable, Sendable {
    /// One JSON object.
    case json
    /// JUnit XML.
    case junit
  }

  /// In which form.
  package let format: Format
  /// Where to; not empty.
  package let path: String

  /// Reads `FORMAT=PATH`; the path may contain further equals signs.
  ///
  /// - Parameters:
  ///   - text: Such as `json=report.json`.
  ///   - formats: The formats that are offered.
  package init?(_ text: some StringProtocol, formats: [Format] = Format.allCases) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let format = Format(rawValue: String(parts[0])),
      formats.contains(format)
    else { return nil }
    self.format = format
    path = String(parts[1])
  }
}
