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

  /// The first case of each kind of each rule, by contract and area.
  private static func files() throws -> [VectorFile] {
    try files(.operations, Case.all) + files(.classes, Case.ofClasses)
      + files(.dispatch, Case.ofDispatch)
  }

  private static func files(
    _ contract: VectorFile.Contract, _ all: [Case]
  ) throws -> [VectorFile] {
    var files: [VectorFile] = []
    for rule in try Set(all.map(\.rule)).sorted().map({ try #require(Catalogue.current[$0]) }) {
      let cases = all.filter { $0.rule == rule.id }
      let vectors = VectorFile.Kind.allCases.compactMap { kind -> VectorFile.Vector? in
        guard let one = cases.first(where: { Self.kind($0) == kind }) else { return nil }
        var message: String?
        if case .reject(let text) = one.expectation { message = text }
        return VectorFile.Vector(
          rule, profile: one.profile, kind: kind, title: one.title, history: one.history,
          message: message)
      }
      // Classes are judged by most rules of queues, which have their vectors there.
      guard vectors.count == VectorFile.Kind.allCases.count else { continue }
      let area = "\(rule.id.area)"
      if let place = files.firstIndex(where: { $0.area == area }) {
        files[place].vectors += vectors
      } else {
        files.append(VectorFile(contract: contract, area: area, vectors: vectors))
      }
    }
    return files
  }

  @Test func `the vectors are fresh`() throws {
    let files = try Self.files()
    let isWriting = ProcessInfo.processInfo.environment["OQ_REGENERATE_GOLDENS"] == "1"
    for file in files {
      let url = Self.folder.appending(path: file.name)
      if isWriting { try Data(file.text().utf8).write(to: url) }
      let present = try String(contentsOf: url, encoding: .utf8)
      #expect(try present == file.text(), "\(file.name): OQ_REGENERATE_GOLDENS=1 writes it anew")
      #expect(try VectorFile.read(present) == file)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(names.filter { $0.hasSuffix(".json") }) == Set(files.map(\.name)))
  }

  @Test func `each rule has a vector of each kind`() throws {
    let files = try Self.files()
    func rules(_ contract: VectorFile.Contract) -> Set<String> {
      Set(files.filter { $0.contract == contract }.flatMap(\.vectors).map(\.rule))
    }
    let operations = rules(.operations)
    for checker in Roster.operations.checkers {
      if case .twin = Catalogue.current[checker.rule]?.derived { continue }
      #expect(operations.contains("\(checker.rule)"), "\(checker.rule)")
    }
    let classes = rules(.classes)
    for checker in Roster.operationClasses(.asynchronous).checkers
    where Roster.operations.checker(of: checker.rule) == nil {
      #expect(classes.contains("\(checker.rule)"), "\(checker.rule)")
    }
    #expect(rules(.dispatch) == Set(Roster.dispatch.checkers.map { "\($0.rule)" }))
  }
}
