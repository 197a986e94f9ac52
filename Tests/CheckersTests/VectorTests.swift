import Foundation
import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSite
import OQSpecification
import Testing

/// `Spec/Vectors` holds a legal history, a near miss and an illegal one of each rule with cases,
/// and one that a mutant of the rule made.
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

  /// The first case of each kind of each rule, and its shortest killer, by contract and area.
  private static func files() throws -> [VectorFile] {
    let killers = try killers()
    return try files(.operations, Case.all, killers) + files(.classes, Case.ofClasses, [:])
      + files(.dispatch, Case.ofDispatch, killers)
  }

  /// Of each rule the kept killer with the shortest history.
  private static func killers() throws -> [RuleID: KeptKiller] {
    let folder = folder.deletingLastPathComponent().appending(path: "Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(KeptKiller.suffix) }.sorted()
    var killers: [RuleID: KeptKiller] = [:]
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let killer = try KeptKiller(parsing: text)
      guard case .rule(let rule) = killer.file.finding.blame else { continue }
      let length = killers[rule]?.file.finding.history.events.count ?? .max
      if killer.file.finding.history.events.count < length { killers[rule] = killer }
    }
    return killers
  }

  /// The rules that say the same as another one, which has the cases of both.
  private static let twins: [RuleID: RuleID] = Roster.operations.checkers
    .reduce(into: [:]) { twins, checker in
      if case .twin(let base) = Catalogue.current[checker.rule]?.derived {
        twins[checker.rule] = base
      }
    }

  private static func vector(_ rule: Rule, _ killer: KeptKiller) -> VectorFile.Vector {
    let finding = killer.file.finding
    return VectorFile.Vector(
      rule, profile: killer.file.profile, kind: .illegal,
      title: "made by \(killer.mutant)", history: finding.history, message: finding.message,
      mutant: killer.mutant, program: finding.program)
  }

  private static func files(
    _ contract: VectorFile.Contract, _ all: [Case], _ killers: [RuleID: KeptKiller]
  ) throws -> [VectorFile] {
    var files: [VectorFile] = []
    let twins = contract == .operations ? twins : [:]
    let rules = Set(all.map(\.rule)).union(twins.keys).sorted()
    for rule in try rules.map({ try #require(Catalogue.current[$0]) }) {
      let cases = all.filter { $0.rule == twins[rule.id] ?? rule.id }
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
      let killed = killers[rule.id].map { [vector(rule, $0)] } ?? []
      let area = "\(rule.id.area)"
      if let place = files.firstIndex(where: { $0.area == area }) {
        files[place].vectors += vectors + killed
      } else {
        files.append(VectorFile(contract: contract, area: area, vectors: vectors + killed))
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
      #expect(operations.contains("\(checker.rule)"), "\(checker.rule)")
    }
    let classes = rules(.classes)
    for checker in Roster.operationClasses(.asynchronous).checkers
    where Roster.operations.checker(of: checker.rule) == nil {
      #expect(classes.contains("\(checker.rule)"), "\(checker.rule)")
    }
    #expect(rules(.dispatch) == Set(Roster.dispatch.checkers.map { "\($0.rule)" }))
  }

  @Test func `each rule that a mutant breaks has a history of one`() throws {
    let killers = try Self.killers()
    let vectors = try Self.files().filter { $0.contract != .classes }.flatMap(\.vectors)
    let killed = Set(vectors.filter { $0.mutant != nil }.map(\.rule))
    let all = Set(vectors.map(\.rule))
    #expect(killed == all.intersection(killers.keys.map(\.description)))
    // Some rules are broken by no queue, only by a class of operations.
    #expect(killed.count * 10 > all.count * 9)
  }
}
