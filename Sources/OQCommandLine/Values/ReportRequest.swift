import OQReports
import OQSpecification

/// A report that is to be written.
package struct ReportRequest: Sendable {
  /// The path that stands for standard output.
  package static let standardOutput = "-"

  /// In which form.
  package let format: any ReportFormat
  /// Where to: the path of a file, or ``standardOutput``; not empty.
  package let path: String

  /// Reads `FORMAT=PATH`; the path may contain further equals signs.
  ///
  /// - Parameters:
  ///   - text: Such as `json=report.json`.
  ///   - formats: The formats that are offered.
  package init?(
    _ text: some StringProtocol, formats: [any ReportFormat] = ReportFormats.all
  ) {
    guard let (name, path) = ReportRequest.parts(text), !path.isEmpty,
      let format = formats.first(where: { $0.name == name })
    else { return nil }
    self.format = format
    self.path = path
  }

  /// Whether it goes to standard output.
  package var isForStandardOutput: Bool { path == ReportRequest.standardOutput }

  /// What is probably meant by a text that is no request.
  ///
  /// - Parameters:
  ///   - text: Such as `jsno=report.json`.
  ///   - formats: The formats that are offered.
  /// - Returns: The text with the format whose name is nearest; nil if none is near.
  package static func suggestion(for text: String, formats: [any ReportFormat]) -> String? {
    guard let (name, path) = parts(text), !path.isEmpty,
      let nearest = Suggestion.nearest(name, among: formats.map(\.name)).first
    else { return nil }
    return "\(nearest)=\(path)"
  }

  private static func parts(_ text: some StringProtocol) -> (name: String, path: String)? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}

extension ReportRequest: Hashable {
  /// Whether two requests ask for the same.
  ///
  /// - Parameters:
  ///   - left: A request.
  ///   - right: Another one.
  /// - Returns: Whether format and path are equal.
  package static func == (left: ReportRequest, right: ReportRequest) -> Bool {
    left.format.name == right.format.name && left.path == right.path
  }

  /// Feeds what equality looks at.
  ///
  /// - Parameter hasher: Receives format and path.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(format.name)
    hasher.combine(path)
  }
}
