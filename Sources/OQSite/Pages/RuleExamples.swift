import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification

/// Histories that keep a rule, nearly break it, and break it.
struct RuleExamples {
  let rule: Rule
  let site: Site

  /// The section; empty for a rule without a checker.
  var markup: String {
    let (cases, base) = site.content.examples(of: rule)
    var figures = RuleCase.Expectation.Kind.allCases.compactMap { kind in
      cases.first { $0.expectation.kind == kind }.map { figure($0, kind) }
    }
    if let killer { figures.append(killer) }
    guard !figures.isEmpty else { return "" }
    let note =
      base.map {
        "<p>The rule says the same as \(site.references.link("\($0)")), and has its examples.</p>"
      } ?? ""
    return """
      <section><h2 id="examples">Legal, nearly illegal, illegal</h2>
      \(note)<p class="soft">From left to right in the order of events; a box is client code that \
      runs, a line a call. Ringed events decide.</p>
      \(figures.joined(separator: "\n"))</section>
      """
  }

  private func figure(_ one: RuleCase, _ kind: RuleCase.Expectation.Kind) -> String {
    let judgement = RuleExamples.judgement(of: one)
    let broken = judgement?.counterexamples.first
    let marks = broken?.events ?? judgement?.witness ?? []
    let (name, words) =
      switch kind {
      case .legal: ("legal", "Legal")
      case .nearMiss: ("near", "Near miss: looks illegal, and is not")
      case .illegal, .other: ("illegal", "Illegal")
      }
    let message = broken.map { "<p class=\"message\">\(HTML.text($0.message))</p>" } ?? ""
    let profile = one.profile == .core ? "" : " <small>in profile \(one.profile)</small>"
    return """
      <figure class="\(name)"><h3>\(words)\(profile)</h3>
      <figcaption>\(site.references.markup(one.title))</figcaption>
      \(HistoryPicture(one.history, marking: marks, title: one.title).markup)\(message)
      \(RuleExamples.events(one.history))</figure>
      """
  }

  /// The smallest program that shows a mutant, and what happened in one of its runs.
  private var killer: String? {
    let killers = site.content.killers.filter { rule.mutants.contains($0.name) }
    let smallest = killers.min {
      ($0.file.finding.program.steps, $0.name) < ($1.file.finding.program.steps, $1.name)
    }
    guard let smallest else { return nil }
    let finding = smallest.file.finding
    let program = finding.program.text.split(separator: "\n").dropFirst().map { String($0) }
    let count = finding.history.events.count
    let note = count > 60 ? "<p class=\"soft\">The history has \(count) events.</p>" : ""
    return """
      <figure class="illegal"><h3>Illegal, as a run of a broken queue shows it</h3>
      <figcaption>The smallest program that was found for \
      <a href="Examples/\(smallest.name).oqrepro">\(HTML.text(smallest.name))</a>; it showed in \
      \(finding.reproduced) of \(finding.attempts) runs.</figcaption>
      <pre>\(HTML.lines(program))</pre>
      \(HistoryPicture(finding.history, marking: finding.events, title: finding.message).markup)\
      \(note)
      <p class="message">\(HTML.text(finding.message))</p>
      \(Site.command("oqcheck replay Spec/Examples/\(smallest.name).oqrepro"))</figure>
      """
  }

  /// The history in words, for readers who want to copy it.
  private static func events(_ history: History) -> String {
    let lines = history.text.split(separator: "\n").map { String($0) }
    return "<details><summary>In words</summary><pre>\(HTML.lines(lines))</pre></details>"
  }

  /// What the rule's own checker says of a case.
  static func judgement(of one: RuleCase) -> Judgement? {
    let index = HistoryIndex(one.history)
    for roster in [Roster.operations, .dispatch, .operationClasses(.asynchronous)] {
      guard let checker = roster.checker(of: one.rule) else { continue }
      let judgement = Panel([checker], of: roster).judge(index, profile: one.profile)[0]
      if !judgement.isEmpty { return judgement }
    }
    return nil
  }
}
