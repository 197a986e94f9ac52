import OQReports
import OQSpecification
import OQText

/// How the text of a value is read and described.
package struct ValueKind<Value: Sendable>: Sendable {
  /// What stands for the value in a synopsis, such as `N`.
  package let placeholder: String
  /// What a valid value is, as the end of "expected …".
  package let expected: String
  /// All valid values, where they can be listed.
  package let words: [String]
  /// What is probably meant by a text that is no value; `nil` if nothing is near.
  package let suggest: @Sendable (String) -> String?
  /// Reads a value; `nil` if the text is none.
  package let read: @Sendable (String) -> Value?

  /// A kind of value.
  ///
  /// - Parameters:
  ///   - placeholder: What stands for the value in a synopsis.
  ///   - expected: What a valid value is.
  ///   - words: All valid values, where they can be listed.
  ///   - suggest: What is probably meant by a text; pure. The nearest of the words if left out.
  ///   - read: Reads a value; pure.
  package init(
    _ placeholder: String, expected: String, words: [String] = [],
    suggest: (@Sendable (String) -> String?)? = nil,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.expected = expected
    self.words = words
    self.suggest = suggest ?? { Suggestion.nearest($0, among: words).first }
    self.read = read
  }
}

extension ValueKind where Value == SeedChoice {
  /// A seed, or the wish for a random one.
  static let seed = ValueKind(
    "N|random",
    expected: "a decimal or 0x-prefixed hexadecimal number below 2^64, or 'random'"
  ) { SeedChoice($0) }
}

extension ValueKind where Value == [UInt64] {
  /// Seeds between commas, in the order given.
  static let seeds = ValueKind(
    "LIST",
    expected: "decimal or 0x-prefixed hexadecimal numbers below 2^64 with commas between them"
  ) { text in
    var seeds: [UInt64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let seed = UInt64(seed: part) else { return nil }
      if !seeds.contains(seed) { seeds.append(seed) }
    }
    return seeds
  }

  /// Indices and ranges of indices between commas, such as `3,10-12`, in the order given.
  static let indices = ValueKind(
    "INDEX",
    expected: "an index from 0, or several as in 3,10-12 (at most \(largestIndexList))"
  ) { text in
    var indices: [UInt64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let lower = bounds.first.flatMap({ UInt64(digits: $0) }),
        let upper = bounds.last.flatMap({ UInt64(digits: $0) }), lower <= upper,
        upper - lower < UInt64(largestIndexList - indices.count)
      else { return nil }
      indices.append(contentsOf: lower...upper)
    }
    return indices
  }
}

/// The largest number of indices that one value can name: a bound on memory, not on campaigns.
private let largestIndexList = 100_000

extension ValueKind where Value == Int {
  /// A number of things.
  static let count = ValueKind("N", expected: "a decimal number of at least 1") { text in
    Int(digits: text).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ValueKind where Value == Int {
  /// A number of threads that explore.
  static let threads = ValueKind("N", expected: "1 or 2") { text in
    Int(digits: text).flatMap { (1...2).contains($0) ? $0 : nil }
  }

  /// A number of operations of an enumerated program.
  static let operations = ValueKind("N", expected: "a number from 1 to 4") { text in
    Int(digits: text).flatMap { (1...4).contains($0) ? $0 : nil }
  }
}

extension ValueKind where Value == Duration {
  /// A span of time.
  static let budget = ValueKind(
    "TIME", expected: "a time above zero such as 500ms, 30s, 2m or 1h"
  ) { text in
    let number = text.prefix { $0.isASCII && $0.isNumber }
    let unit: Int64? =
      switch text.dropFirst(number.count) {
      case "ms": 1
      case "s": 1000
      case "m": 60_000
      case "h": 3_600_000
      default: nil
      }
    guard let amount = Int64(digits: number), amount > 0, let unit else { return nil }
    let (milliseconds, overflow) = amount.multipliedReportingOverflow(by: unit)
    return overflow ? nil : .milliseconds(milliseconds)
  }
}

extension ValueKind where Value == Profile {
  /// A reading of the contract.
  static let profile = ValueKind(
    "NAME", expected: alternatives(Profile.allCases.map(\.rawValue)),
    words: Profile.allCases.map(\.rawValue)
  ) { Profile(rawValue: $0) }
}

extension ValueKind where Value == SpecificationVersion {
  /// A version of the specification.
  static let specificationVersion = ValueKind(
    "VERSION", expected: SpecificationVersion.expectation
  ) { SpecificationVersion($0) }
}

extension ValueKind where Value == CommandName {
  /// The name of a command.
  static let command = ValueKind(
    "COMMAND", expected: "a command", words: CommandName.allCases.map(\.rawValue)
  ) { CommandName(rawValue: $0) }
}

extension ValueKind where Value == ReportOptions.Action {
  /// What is done with reports.
  static let reportAction = ValueKind(
    "ACTION", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == BenchOptions.Benchmark {
  /// What is measured.
  static let benchmark = ValueKind(
    "BENCHMARK", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == ExportedForm {
  /// A language in which a program can be printed with the model of it.
  static let exportedForm = ValueKind(
    "FORM", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == ExploredReduction {
  /// A way to visit fewer states.
  static let reduction = ValueKind(
    "REDUCTION", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == BenchOptions.Source {
  /// Which programs histories come from.
  static let historySource = ValueKind(
    "KIND", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == BenchOptions.ExplorerPart {
  /// A part of what is compared with the explorer.
  static let explorerPart = ValueKind(
    "PART", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == CompletionScript {
  /// A shell whose command lines are completed.
  static let shell = ValueKind(
    "SHELL", expected: alternatives(Value.allCases.map(\.rawValue)),
    words: Value.allCases.map(\.rawValue)
  ) { Value(rawValue: $0) }
}

extension ValueKind where Value == HoldChoice {
  /// Which programs are run with lanes held.
  static let holds = ValueKind(
    "HOLDS", expected: "scan, scan/N with N from 1, random, or off",
    words: ["scan", "random", "off"]
  ) { HoldChoice($0) }
}

extension ValueKind where Value == Shard {
  /// A part of a campaign.
  static let shard = ValueKind(
    "I/N", expected: "I/N with the shard I from 0 and the number of shards N above I"
  ) { Shard($0) }
}

extension ValueKind where Value == [String] {
  /// Words between commas.
  static let words = ValueKind("WORDS", expected: "words with commas between them") { parts($0) }

  /// Rules between commas, not yet compared with the catalogue.
  static let patterns = ValueKind(
    "PATTERN", expected: "rule ids, or areas and '-*', with commas between them"
  ) { parts($0) }

  /// What stands between the commas of a text; nil where that is nothing.
  private static func parts(_ text: String) -> [String]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return parts.contains("") ? nil : parts
  }
}

extension ValueKind where Value == ReportRequest {
  /// A report and where it goes.
  static func report(_ formats: [any ReportFormat]) -> ValueKind {
    ValueKind(
      "FORMAT=PATH", expected: alternatives(formats.map { "\($0.name)=PATH" }),
      words: formats.map { "\($0.name)=" },
      suggest: { ReportRequest.suggestion(for: $0, formats: formats) }
    ) { ReportRequest($0, formats: formats) }
  }
}

extension ValueKind where Value == SubjectReference {
  /// What is to be judged.
  static let subject = ValueKind(
    "SUBJECT",
    expected: "a subject: NAME, mutant:NAME, exec:WORDS with complete quotations,"
      + " or 'exec: -- PROGRAM ARG...'"
  ) { SubjectReference($0) }

  /// A subject in one word, where another argument follows or precedes it.
  ///
  /// - Parameter name: what stands for it in a synopsis.
  /// - Returns: the kind; `exec: -- PROGRAM ARG...` is none of its values.
  static func subject(named name: String) -> ValueKind {
    ValueKind(
      name, expected: "a subject: NAME, mutant:NAME or exec:WORDS with complete quotations"
    ) { SubjectReference($0) }
  }
}

extension ValueKind where Value == String {
  /// Text that someone else will make sense of.
  ///
  /// - Parameters:
  ///   - placeholder: What stands for it in a synopsis.
  ///   - expected: What it is.
  /// - Returns: A kind that accepts every text but the empty one.
  static func text(_ placeholder: String, expected: String) -> ValueKind {
    ValueKind(placeholder, expected: expected) { $0.isEmpty ? nil : $0 }
  }

  /// The path of a file.
  static let file = text("FILE", expected: "a path")
  /// The path of a directory.
  static let directory = text("DIR", expected: "a path")
}

/// The words as the end of a sentence: `a, b or c`.
private func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
