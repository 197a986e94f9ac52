import Foundation
import OQPages
import OQSpecification

/// The pages and chapters as they are checked in.
enum Pages {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the package root.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The texts of the pages that hold generated parts.
  static func texts() throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: SpecificationPages.names.map { ($0, try text("Spec/\($0)")) })
  }

  /// Whether every area has its chapter.
  static var isComplete: Bool { Catalogue.current.chapters.count == Area.allCases.count }
}
