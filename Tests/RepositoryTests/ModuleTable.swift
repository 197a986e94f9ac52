import Foundation

/// The module table of `Package.swift`: which of our modules a module may import.
struct ModuleTable {
  let imports: [String: [String]]

  /// Reads the rows `module("Name", values + ["A", "B"])` and those of `.target`,
  /// `.executableTarget` and `.plugin`, across lines.
  init(_ manifest: String) throws {
    let text = manifest.replacing("\n", with: " ")
    let names = /"([A-Za-z]+)"/
    let values = try names.all(in: ModuleTable.part(of: text, /let values = \[([^\]]*)\]/))
    var imports: [String: [String]] = [:]
    for match in text.matches(of: /[^.]\bmodule\(\s*"([A-Za-z]+)"([^)]*)\)/) {
      let rest = String(match.2)
      imports[String(match.1)] =
        (rest.contains("values") ? values : []) + names.all(in: rest)
    }
    let row = /\.(?:executableTarget|target|plugin)\(\s*name: "([A-Za-z]+)"([^\]\)]*)/
    for match in text.matches(of: row) {
      let rest = String(match.2)
      imports[String(match.1)] = names.all(in: rest)
    }
    self.imports = imports
  }

  private static func part(
    of text: String, _ pattern: Regex<(Substring, Substring)>
  ) throws -> String {
    guard let match = text.firstMatch(of: pattern) else { throw Missing() }
    return String(match.1)
  }

  struct Missing: Error {}
}

extension Regex where Output == (Substring, Substring) {
  /// The first capture of every match.
  func all(in text: String) -> [String] { text.matches(of: self).map { String($0.1) } }
}
