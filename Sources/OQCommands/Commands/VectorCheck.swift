import OQCheckers
import OQCommandLine
import OQHistory
import OQJudging
import OQReports
import OQRunner
import OQSpecification

/// `oqcheck check --vectors DIR`: whether the rules say of each vector what it expects.
struct VectorCheck {
  let console: Console

  func run(_ folder: String) throws(Failure) -> ExitStatus {
    let names = try Files.names(in: folder)
    let files = names.filter { $0.hasSuffix(".json") }
    guard !files.isEmpty else {
      throw Failure(.missingInput, "\(folder): holds no files of vectors (.json)")
    }
    var (agreed, differing, stale) = (0, 0, 0)
    for name in files {
      let path = "\(folder)/\(name)"
      let file = try read(path)
      for vector in file.vectors {
        let (isAgreed, isStale) = try judge(vector, file.contract, path)
        if isAgreed { agreed += 1 } else { differing += 1 }
        if isStale { stale += 1 }
      }
    }
    console.write("\(agreed) vectors as expected, \(differing) not, \(stale) out of date\n")
    if differing > 0 { return .violated }
    return stale > 0 ? .staleExpectation : .conformant
  }

  private func read(_ path: String) throws(Failure) -> VectorFile {
    let text = try Files.read(path)
    do throws(JSONFault) {
      return try VectorFile.read(text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): \(error)",
        hint: "Spec/Vectors.schema.json describes the form.")
    }
  }

  private func judge(
    _ vector: VectorFile.Vector, _ contract: VectorFile.Contract, _ path: String
  ) throws(Failure) -> (isAgreed: Bool, isStale: Bool) {
    let roster: Roster =
      switch contract {
      case .operations: .operations
      case .classes: .operationClasses(.asynchronous)
      case .dispatch: .dispatch
      }
    guard let id = RuleID(vector.rule), let rule = Catalogue.current[id],
      let checker = roster.checker(of: id),
      let profile = Profile(rawValue: vector.profile)
    else {
      throw Failure(
        .malformedInput, "\(path): no checker of \(vector.rule) under profile \(vector.profile)")
    }
    let history: History
    do throws(TextError) {
      history = try History(parsing: vector.history.joined(separator: "\n") + "\n")
    } catch {
      throw Failure(.malformedInput, "\(path): \(vector.rule), '\(vector.title)': \(error)")
    }
    let expected: Verdict = vector.kind == .illegal ? .violated : .satisfied
    let panel = Panel([checker], of: roster)
    let verdict = panel.judge(HistoryIndex(history), profile: profile)[0].verdict
    if verdict != expected {
      console.write(
        "\(vector.rule), '\(vector.title)': \(verdict.rawValue), not \(expected.rawValue)\n")
    }
    let isStale = vector.digest != Digest(of: rule.canonicalText).description
    if isStale { console.write("\(vector.rule), '\(vector.title)': of another text\n") }
    return (verdict == expected, isStale)
  }
}
