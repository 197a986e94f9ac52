import OQExploring
import OQJudging
import OQReport
import OQSpecification

/// Everything that the pages of the site are made of, as values.
package struct SiteContent: Sendable {
  /// A program that shows what breaks one rule, with the history of a run.
  package struct Killer: Sendable {
    /// The name of the file, without its ending.
    package let name: String
    /// What the file says.
    package let file: ReproFile
  }

  /// A file of questions.
  package struct Asked: Sendable {
    /// The name of the file, without its ending.
    package let name: String
    /// What the file asks.
    package let file: AskFile
    /// The file itself.
    package let text: String
  }

  /// A file that is shown, or copied, as it is.
  package struct File: Sendable, Hashable {
    /// Its path from the root of the package.
    package let path: String
    /// What it holds.
    package let text: String
  }

  /// The rules.
  package var catalogue: Catalogue
  /// Freedoms, contested points and sources.
  package var book: Book
  /// Hand-written histories, by rule; those about queues before those about classes.
  package var cases: [RuleCase]
  /// The killers of the mutants.
  package var killers: [Killer]
  /// The questions of `Spec/Litmus`.
  package var questions: [Asked]
  /// What campaigns say of subjects.
  package var figures: [SubjectFigures]
  /// Pages in Markdown.
  package var pages: [File]
  /// Programs that show what Foundation does, without this package.
  package var programs: [File]
  /// Files to which pages lead, copied as they are.
  package var copies: [File]

  /// The cases by which a rule is explained: its own, or those of the rule that it repeats.
  func examples(of rule: Rule) -> (cases: [RuleCase], base: RuleID?) {
    let own = cases.filter { $0.rule == rule.id }
    guard own.isEmpty, case .twin(let base) = rule.derived else { return (own, nil) }
    return (cases.filter { $0.rule == base }, base)
  }

  /// What is missing or contradicts itself, one sentence each.
  ///
  /// - Returns: nothing if the site can be made.
  package var problems: [String] {
    var problems: [String] = []
    for rule in catalogue.rules where rule.check.hasChecker {
      let kinds = Set(examples(of: rule).cases.map(\.expectation.kind))
      for kind in RuleCase.Expectation.Kind.allCases where !kinds.contains(kind) {
        problems.append("\(rule.id): a rule with a checker needs \(kind.name)")
      }
    }
    for asked in questions where asked.file.about.isEmpty {
      problems.append("Spec/Litmus/\(asked.name).oqask: says of no rule that it is about it")
    }
    for figures in figures where figures.rules.isEmpty {
      problems.append("Spec/Figures: \(figures.subject) has no rules")
    }
    return problems
  }
}

extension RuleCase.Expectation {
  /// The three sorts of examples that every rule with a checker has.
  enum Kind: Sendable, CaseIterable {
    case legal, nearMiss, illegal, other

    static let allCases: [Kind] = [.legal, .nearMiss, .illegal]

    /// The sort in words.
    var name: String {
      switch self {
      case .legal: "a legal example"
      case .nearMiss: "a near miss"
      case .illegal: "an illegal example"
      case .other: "another example"
      }
    }
  }

  /// Which sort of example a case is.
  var kind: Kind {
    switch self {
    case .accept: .legal
    case .nearMiss: .nearMiss
    case .reject: .illegal
    case .vacuous, .inconclusive: .other
    }
  }
}
