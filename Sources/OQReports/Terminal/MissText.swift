import OQReport
import OQSpecification
import OQText

/// What runs did that did not show a finding again: how many did what.
package struct MissText: Sendable {
  /// Most lines that are shown of what a process wrote.
  private static let mostLines = 10

  private var conformant = 0
  private var others: [[Finding.Blame]: Int] = [:]
  private var stalled = 0
  private var undecided = 0
  private var unusable = 0
  private var doubt = ""
  private var fault = ""

  /// No run so far.
  package init() {}

  /// Whether some run could not be judged.
  package var hasFault: Bool { unusable > 0 }

  /// Counts a run.
  ///
  /// - Parameter miss: what it did.
  package mutating func add(_ miss: Miss) {
    switch miss {
    case .conformant: conformant += 1
    case .other(let blames): others[blames, default: 0] += 1
    case .stalled: stalled += 1
    case .undecided(let reason, let output):
      if undecided == 0 { doubt = MissText.explanation(reason, output: output) }
      undecided += 1
    case .unusable(let reason):
      if unusable == 0 { fault = reason }
      unusable += 1
    }
  }

  /// One line for each thing that runs did, with its count; empty where there was none.
  package var lines: [String] {
    let counts =
      [(conformant, "conformant", "")]
      + others.map { ($1, MissText.words($0), "") }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
      + [
        (stalled, "stalled, without a rule that objects", ""), (undecided, "undecided", doubt),
        (unusable, "with a fault of the adapter", fault),
      ]
    return counts.filter { $0.0 > 0 }.flatMap { count, words, detail in
      ["  \(count) \(words)\(detail.isEmpty ? "" : ":")"]
        + detail.split(separator: "\n").map { "    " + $0.printable }
    }
  }

  /// Why a program is undecided, and what its process wrote last; empty where nothing is known.
  ///
  /// - Parameters:
  ///   - reason: why, where that is known.
  ///   - output: the last lines that the process wrote.
  /// - Returns: lines without a line feed at the end.
  package static func explanation(_ reason: String?, output: String) -> String {
    let lines = output.split(separator: "\n").suffix(mostLines)
    var parts = reason.map { [$0] } ?? []
    if !lines.isEmpty { parts.append("It wrote to standard error:") }
    return (parts + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  private static func words(_ blames: [Finding.Blame]) -> String {
    var rules: [String] = []
    var others: [String] = []
    for blame in blames {
      if case .rule(let id) = blame {
        rules.append(id.description)
      } else {
        others.append(blame.description)
      }
    }
    let violated = rules.isEmpty ? [] : ["violated " + rules.joined(separator: ", ")]
    return (violated + others).joined(separator: ", ")
  }
}
