import OQReport
import OQSpecification

/// The kill matrix as other tools read it; `Spec/Mutants.schema.json` describes the form.
package struct JSONMutants: Codable, Hashable, Sendable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// One mutant.
  package struct Mutant: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// The id of the rule that it breaks.
    package var rule: String
    /// `steady` or `rare`.
    package var grade: String
    /// What became of it.
    package var status: KillRow.Status
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
    ///   - row: what became of it; seconds are shown to the next tenth.
    ///   - grade: `steady` or `rare`.
    package init(_ row: KillRow, grade: String) {
      name = row.name
      rule = row.rule.description
      self.grade = grade
      status = row.status
      clean = row.isClean
      killedBy = row.killedBy.map(\.description)
      _programs = Nullable(wrappedValue: row.programs)
      _seconds = Nullable(wrappedValue: row.seconds.map { ($0 * 10).rounded(.up) / 10 })
      _steps = Nullable(wrappedValue: row.killer?.steps)
    }
  }

  /// The version of the form, ``schemaVersion``.
  package var schema: Int
  /// The mutants, in the order of the roster.
  package var mutants: [Mutant]

  /// Puts a kill matrix together.
  package init(_ mutants: [Mutant]) {
    schema = JSONMutants.schemaVersion
    self.mutants = mutants
  }

  /// The kill matrix as JSON: sorted keys, slashes as they are, a newline at the end.
  ///
  /// - Returns: the same bytes for equal matrices.
  /// - Throws: `EncodingError`, in no case known.
  package func text() throws -> String { try JSONForm.text(self) }
}
