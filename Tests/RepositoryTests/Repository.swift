import Foundation

/// The files of the package.
enum Repository {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Paths of all files below some folders, relative to the root, sorted; hidden ones left out.
  static func files(below folders: [String], suffix: String) -> [String] {
    var result: [String] = []
    for folder in folders {
      let base = root.appending(path: folder)
      let walker = FileManager.default.enumerator(atPath: base.path)
      while let name = walker?.nextObject() as? String {
        if name.hasSuffix(suffix) { result.append("\(folder)/\(name)") }
      }
    }
    return result.sorted()
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The Swift files of the package.
  static let swift = files(below: ["Sources", "Tests"], suffix: ".swift") + ["Package.swift"]
}
