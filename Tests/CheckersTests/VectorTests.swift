import Foundation
import OQCheckers
import OQHistory
import OQJudging
import OQReports
import OQSite
import OQSpecification
import Testing

/// `Spec/Vectors` holds a legal history, a near miss and an illegal one of each rule with cases.
///
/// With `OQ_REGENERATE_GOLDENS=1` in the environment the files are written anew.
@Suite struct VectorTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Spec/Vectors")

  private static func kind(_ one: Case) -> VectorFile.Kind? {
    switch one.expectation {
    case .accept: .legal
    case .nearMiss: .nearMiss
    case .reject: .illegal
    case .vacuous, .inconclusive: nil
    }
  }

  /// The first case of each kind of each rule, by area.
  private static func files() throws -> [VectorFile] {
    var files: [VectorFile] = []
    for rule in try Case.rules.map({ try #require(Catalogue.current[$0]) }) {
      let cases = Case.all.filter { $0.rule == rule.id }
      let vectors = VectorFile.Kind.allCases.compactMap { kind -> VectorFile.Vector? in
        guard let one = cases.first(where: { Self.kind($0) == kind }) else { return nil }
        var message: String?
        if case .reject(let text) = one.expectation { message = text }
        return VectorFile.Vector(
          rule, profile: one.profile, kind: kind, title: one.title, history: one.history,
          message: message)
      }
      let area = "\(rule.id.area)"
      if let place = files.firstIndex(where: { $0.area == area }) {
        files[place].vectors += vectors
      } else {
        files.append(VectorFile(area: area, vectors: vectors))
      }
    }
    return files
  }

  @Test func `the vectors are fresh`() throws {
    let files = try Self.files()
    let isWriting = ProcessInfo.processInfo.environment["OQ_REGENERATE_GOLDENS"] == "1"
    for file in files {
      let url = Self.folder.appending(path: "\(file.area).json")
      if isWriting { try Data(file.text().utf8).write(to: url) }
      let present = try String(contentsOf: url, encoding: .utf8)
      #expect(try present == file.text(), "\(file.area): OQ_REGENERATE_GOLDENS=1 writes it anew")
      #expect(try VectorFile.read(present) == file)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(names.filter { $0.hasSuffix(".json") }) == Set(files.map { "\($0.area).json" }))
  }

  @Test func `each rule has a vector of each kind`() throws {
    for vectors in Dictionary(grouping: try Self.files().flatMap(\.vectors), by: \.rule).values {
      #expect(
        Set(vectors.map(\.kind)).count == VectorFile.Kind.allCases.count, "\(vectors[0].rule)")
    }
    for checker in Roster.operations.checkers {
      if case .twin = Catalogue.current[checker.rule]?.derived { continue }
      #expect(Case.rules.contains(checker.rule), "\(checker.rule)")
    }
  }
}
