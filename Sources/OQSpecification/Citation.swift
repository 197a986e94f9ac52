/// One of the five documents from which the rules were first read.
package enum Seed: String, CaseIterable, Codable, TextRepresentable {
  case s0 = "S0"
  case s1 = "S1"
  case s2 = "S2"
  case s3 = "S3"
  case s4 = "S4"

  /// See ``TextRepresentable``.
  package static var expectation: String { "a seed document: " + alternatives(allCases) }

  /// The name of the file.
  package var file: String {
    switch self {
    case .s0: "000_e6a921efd1ef313e.txt"
    case .s1: "001_6fbb845bcfe6a572.txt"
    case .s2: "002_4e4f2fd11f4859b7.txt"
    case .s3: "003_ae4ea4c4ed84d303.txt"
    case .s4: "004_5c7510175baf0c86.txt"
    }
  }

  /// The number of lines of the file.
  package var lineCount: Int {
    switch self {
    case .s0: 324
    case .s1: 193
    case .s2: 321
    case .s3: 374
    case .s4: 252
    }
  }
}

/// Where a rule comes from.
package enum Citation: TextCodable {
  /// A line of a seed document, from 1, written `S0:213`.
  case seed(Seed, line: Int)
  /// Another document by title and section, for example "Operation reference, cancel()".
  case document(String)

  /// See ``TextRepresentable``.
  package static var expectation: String {
    "a source such as S0:213 (a line that the seed document has), or a title and section"
  }

  /// Reads the text form.
  ///
  /// A text that begins with a seed code and a colon is a seed line and nothing else.
  ///
  /// - Parameter text: one source, without surrounding space.
  package init?(_ text: some StringProtocol) {
    guard let first = text.first, let last = text.last, first != " ", last != " ", text != "-"
    else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let seed = Seed(parts[0]) {
      guard let line = parseNumber(parts[1].utf8), line <= seed.lineCount else { return nil }
      self = .seed(seed, line: line)
    } else {
      self = .document(String(text))
    }
  }

  /// The text form.
  package var description: String {
    switch self {
    case .seed(let seed, let line): "\(seed):\(line)"
    case .document(let text): text
    }
  }
}
