import OQReport

/// A report as other tools read it; `Spec/Report.schema.json` describes the form.
///
/// A wire type apart from ``Report``: its members are the keys of the form, so that the domain can
/// change its names and the form cannot change by accident.
package struct JSONReport: Codable, Hashable, Sendable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// The program that wrote the report.
  package struct Tool: Codable, Hashable, Sendable {
    /// Always `oqcheck`.
    package var name: String
    /// Its version.
    package var version: String
  }

  /// The specification that was checked.
  package struct Spec: Codable, Hashable, Sendable {
    /// The version of the set of rules.
    package var version: String
    /// Hexadecimal digest of the catalogue.
    package var digest: String
  }

  /// What was judged.
  package struct Subject: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its version.
    package var version: String
    /// What it offers beyond the smallest subject.
    package var capabilities: [String]
    /// Longest time of one step in seconds, as its implementer declares.
    @Nullable package var stepBound: Double?
  }

  /// What is said of one rule.
  package struct Rule: Codable, Hashable, Sendable {
    /// Its id.
    package var id: String
    /// Its level, as `oqcheck explain` prints it.
    package var level: String
    /// `satisfied`, `violated`, `vacuous`, `inconclusive` or `not applicable`.
    package var verdict: String
    /// Cases that were decided.
    package var exercised: Int
    /// Cases that were not.
    package var undecided: Int
    /// Programs that violated it.
    package var violations: Int
    /// Decided cases by context.
    package var contexts: [String: Int]
    /// Why it is inconclusive, vacuous or not applicable.
    @Nullable package var reason: String?
    /// Why the rule is doubted, a key only where it is: then its violations fail no subject.
    package var challenged: String?
  }

  /// One violation.
  package struct Finding: Codable, Hashable, Sendable {
    /// The rule's id, `unexplained` or `crash`.
    package var rule: String
    /// `history`, `crash` or `stalled`.
    package var kind: String
    /// The sentence that says why.
    package var message: String
    /// Tickets of the events that prove it.
    package var events: [Int]
    /// Name of the failure file, without folder.
    @Nullable package var repro: String?
    /// The seed, in hexadecimal.
    package var seed: String
    /// The index of the program.
    package var index: UInt64
    /// Lines of the smallest program without headers; of all programs where it takes several.
    package var steps: Int
    /// Attempts of the smallest program that showed it again.
    package var reproduced: Int
    /// Attempts of the smallest program.
    package var attempts: Int
    /// The smallest program in its text form; null where it has too many steps for a report.
    @Nullable package var program: String?
    /// A history of it in its text form; null where it has too many events for a report.
    @Nullable package var history: String?
    /// Programs that run before it in the same process, in their order; a key only where there are
    /// some and they are not too long for a report.
    package var earlier: [String]?
    /// The last lines that the process wrote, a key only where there are some: not the same every
    /// time.
    package var output: String?
  }

  /// What the subject could do on the machine, as far as verdicts depend on it.
  package struct Calibration: Codable, Hashable, Sendable {
    /// Bodies that were measured to begin while none returns: 1, or 2 at most.
    package var bodies: Int
  }

  /// How much of one part of the model was walked through.
  package struct Reach: Codable, Hashable, Sendable {
    /// How often one thing was taken.
    package struct Count: Codable, Hashable, Sendable {
      /// The thing, by the name of the specification.
      package var name: String
      /// How often it was taken.
      package var count: Int
    }

    /// Things taken at least once.
    package var taken: Int
    /// Things that there are.
    package var total: Int
    /// Things never taken, in the order of the specification.
    package var missing: [String]
    /// Every thing, in the order of the specification.
    package var counts: [Count]
  }

  /// How much of the model was walked through.
  package struct ModelReach: Codable, Hashable, Sendable {
    /// The transitions.
    package var transitions: Reach
    /// The outcomes of the freedoms.
    package var outcomes: Reach
  }

  /// What was observed where the contract leaves a freedom.
  package struct Census: Codable, Hashable, Sendable {
    /// One freedom that histories can show.
    package struct Freedom: Codable, Hashable, Sendable {
      /// Its address, such as `ND-7`.
      package var id: String
      /// Its outcomes that the profile leaves, in the order of the specification.
      package var outcomes: [Reach.Count]
    }

    /// Histories that were looked at.
    package var programs: Int
    /// Those of them for which the outcomes cannot be told.
    package var undecided: Int
    /// Those of them that no run of the model has.
    package var unexplained: Int
    /// Every freedom, by number; a count is the number of histories that show the outcome.
    package var freedoms: [Freedom]
  }

  /// Clock values.
  package struct Timings: Codable, Hashable, Sendable {
    /// Seconds from the first program to the last verdict.
    package var seconds: Double
    /// Programs per second.
    package var programsPerSecond: Double
  }

  /// What a correct class showed in the same programs on the same host.
  package struct Control: Codable, Hashable, Sendable {
    /// The name of the control.
    package var name: String
    /// Programs that it ran.
    package var programs: Int
    /// What the host was found to break: in no way the class's.
    package var findings: [Finding]
  }

  /// Which part of a campaign a report tells of, and what it takes to join it with the others.
  package struct Shard: Codable, Hashable, Sendable {
    /// Which part, from 0.
    package var index: Int
    /// Into how many parts the campaign is cut.
    package var count: Int
    /// Programs of the whole campaign that were asked for; null if only time ends it.
    @Nullable package var programs: Int?
    /// Decided cases that a satisfied rule needs.
    package var minimum: Int
    /// Why cases were not decided, by rule, for every rule with such cases.
    package var doubts: [String: String]
  }

  /// The version of the form, ``schemaVersion``.
  package var schema: Int
  /// The program that wrote the report.
  package var tool: Tool
  /// The specification that was checked.
  package var spec: Spec
  /// What was judged.
  package var subject: Subject
  /// Verbs and kinds that programs could use.
  package var vocabulary: [String]
  /// `complete`, or `without` and what is missing.
  package var claim: String
  /// Capabilities that the subject lacks and some rule needs.
  package var missing: [String]
  /// The reading of the contract.
  package var profile: String
  /// The seed, in hexadecimal.
  package var seed: String
  /// Programs that ran.
  package var programs: Int
  /// Those of them for which neither an end nor a quiescence could be established.
  package var undecided: Int
  /// `conformant`, `violated`, `inconclusive` or `unusable`.
  package var outcome: String
  /// Whether everything that was asked for ran.
  package var complete: Bool
  /// Why the subject is unusable, or the campaign as a whole decides nothing.
  @Nullable package var reason: String?
  /// What was measured before the first program, a key only if there was something to measure.
  package var calibration: Calibration?
  /// One result per rule, by rule id.
  package var rules: [Rule]
  /// Findings, by rule and index.
  package var findings: [Finding]
  /// How much of the model was walked through, a key only if the model was the subject.
  package var reach: ModelReach?
  /// What was observed where the contract leaves a freedom, a key only if a census was taken.
  package var census: Census?
  /// Clock values, a key only if they were asked for.
  package var timings: Timings?
  /// Which part of a campaign it tells of, a key only if it is not a whole one.
  package var shard: Shard?
  /// What the control showed, where a class of operations was the subject; else absent.
  package var control: Control?
}

extension JSONReport {
  /// Reads a report.
  ///
  /// - Parameter text: what ``text()`` writes; unknown keys are passed over.
  /// - Throws: `DecodingError` when a key is missing or a value has another type.
  package init(parsing text: String) throws {
    self = try JSONForm.value(JSONReport.self, in: text)
  }

  /// The report as JSON: sorted keys, slashes as they are, a newline at the end.
  ///
  /// - Returns: the same bytes for equal reports.
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  package func text() throws -> String { try JSONForm.text(self) }
}
