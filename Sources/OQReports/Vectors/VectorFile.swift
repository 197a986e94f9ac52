import OQHistory
import OQSpecification

/// Histories of one area with what a rule says of them, for checkers in any language.
///
/// `Spec/Vectors.schema.json` describes the form.
package struct VectorFile: Codable, Hashable, Sendable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// What a rule says of a history.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The rule decides, and is kept.
    case legal
    /// The same, one event away from a violation.
    case nearMiss = "near-miss"
    /// The rule is broken.
    case illegal
  }

  /// Whose rules they are.
  package enum Contract: String, Codable, Hashable, Sendable, CaseIterable {
    /// Those of operation queues.
    case operations
    /// Those of classes of operations that override start.
    case classes
    /// Those of dispatch libraries.
    case dispatch
  }

  /// A history with what one rule says of it.
  package struct Vector: Codable, Hashable, Sendable {
    /// The id of the rule.
    package var rule: String
    /// The fingerprint of the rule's text: another one means that the vector may be out of date.
    package var digest: String
    /// The reading of the contract.
    package var profile: String
    /// What the rule says.
    package var kind: Kind
    /// What the history shows, in words.
    package var title: String
    /// The history, line by line; its first lines declare queues and operations.
    package var history: [String]
    /// Why it is illegal, in our words; absent where it is not.
    package var message: String?
    /// The broken queue that made the history; absent where it was written by hand.
    package var mutant: String?
    /// The program that the queue ran, line by line; absent where there was none.
    package var program: [String]?

    /// A history with what one rule says of it.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - profile: the reading of the contract.
    ///   - kind: what the rule says.
    ///   - title: what the history shows, in words.
    ///   - history: the history.
    ///   - message: why it is illegal.
    ///   - mutant: the broken queue that made the history.
    ///   - program: what the queue ran.
    package init(
      _ rule: Rule, profile: Profile, kind: Kind, title: String, history: History,
      message: String?, mutant: String? = nil, program: Program? = nil
    ) {
      self.rule = rule.id.description
      digest = Digest(of: rule.canonicalText).description
      self.profile = profile.rawValue
      self.kind = kind
      self.title = title
      self.history = history.text.split(separator: "\n").map(String.init)
      self.message = message
      self.mutant = mutant
      self.program = program.map { $0.text.split(separator: "\n").map(String.init) }
    }
  }

  /// The version of the form, ``schemaVersion``.
  package var schema: Int
  /// Whose rules they are.
  package var contract: Contract
  /// The area of all its rules, such as `DEP`.
  package var area: String
  /// By rule, legal ones first.
  package var vectors: [Vector]

  /// A file of vectors.
  ///
  /// - Parameters:
  ///   - contract: whose rules they are.
  ///   - area: the area of all its rules.
  ///   - vectors: by rule, legal ones first.
  package init(contract: Contract, area: String, vectors: [Vector]) {
    schema = VectorFile.schemaVersion
    self.contract = contract
    self.area = area
    self.vectors = vectors
  }

  /// The name of the file.
  package var name: String { (contract == .operations ? "" : "\(contract)-") + area + ".json" }

  /// The JSON text, ending in a newline; equal values give equal bytes.
  ///
  /// - Returns: the text.
  /// - Throws: what the encoder throws.
  package func text() throws -> String { try JSONForm.text(self) }

  /// Reads the JSON text.
  ///
  /// - Parameter text: a file of vectors.
  /// - Returns: the file.
  /// - Throws: what is wrong with it.
  package static func read(_ text: String) throws(JSONFault) -> VectorFile {
    try JSONForm.value(VectorFile.self, in: text)
  }
}
