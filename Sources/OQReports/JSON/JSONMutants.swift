/// The kill matrix as other tools read it; `Spec/Mutants.schema.json` describes the form.
package struct JSONMutants: Codable, Hashable, Sendable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// What became of a mutant.
  package enum Status: String, Codable, CaseIterable, Sendable {
    /// Its own rule was violated.
    case killed
    /// Nothing was blamed.
    case survived
    /// Other rules were violated, and its own was not.
    case wrongRule = "wrong-rule"
  }

  /// One mutant.
  package struct Mutant: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// The id of the rule that it breaks.
    package var rule: String
    /// `steady` or `rare`.
    package var grade: String
    /// What became of it.
    package var status: Status
    /// Whether no rule was violated but its own, its bases and those derived from it; a derived
    /// rule that only repeats what these report does not count.
    package var clean: Bool
    /// What was blamed: ids of rules, `unexplained`, `crash`; rules first, by id.
    ///
    /// Derived rules beside their bases are left out, but for those of its own rule.
    package var killedBy: [String]
    /// Programs until its own rule was violated; null unless it was killed.
    @Nullable package var programs: Int?
    /// Seconds until its own rule was violated; null unless it was killed.
    @Nullable package var seconds: Double?
    /// Steps of the smallest program that kills it; null unless it was killed.
    @Nullable package var steps: Int?

    /// Says what became of a mutant.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - rule: the id of the rule that it breaks.
    ///   - grade: `steady` or `rare`.
    ///   - status: what became of it.
    ///   - clean: whether no rule was violated that has nothing to do with its own.
    ///   - killedBy: what was blamed, in the order to be shown.
    ///   - programs: programs until its own rule was violated, if it was.
    ///   - seconds: seconds until its own rule was violated, if it was.
    ///   - steps: steps of the smallest program that kills it, if one does.
    package init(
      name: String, rule: String, grade: String, status: Status, clean: Bool, killedBy: [String],
      programs: Int?, seconds: Double?, steps: Int?
    ) {
      self.name = name
      self.rule = rule
      self.grade = grade
      self.status = status
      self.clean = clean
      self.killedBy = killedBy
      self.programs = programs
      self.seconds = seconds
      self.steps = steps
    }
  }

  /// The version of the form, ``schemaVersion``.
  package var schema: Int
  /// The mutants, in the order of the roster.
  package var mutants: [Mutant]

  /// Puts a kill matrix together.
  ///
  /// - Parameter mutants: the mutants, in the order to be shown.
  package init(_ mutants: [Mutant]) {
    schema = JSONMutants.schemaVersion
    self.mutants = mutants
  }

  /// Reads a kill matrix.
  ///
  /// - Parameter text: what ``text()`` writes; unknown keys are passed over.
  /// - Throws: `DecodingError` when a key is missing or a value has another type.
  package init(parsing text: String) throws {
    self = try JSONForm.value(JSONMutants.self, in: text)
  }

  /// The kill matrix as JSON: sorted keys, slashes as they are, a newline at the end.
  ///
  /// - Returns: the same bytes for equal matrices.
  /// - Throws: `EncodingError`, in no case known.
  package func text() throws -> String { try JSONForm.text(self) }
}
