import OQHistory
import OQModel
import OQSpecification

/// What the model, and subjects that were run, answer to the questions of one file.
package struct Answer {
  /// How an answer stands to what the file expects.
  package enum Standing: String, Sendable, Hashable {
    /// Everything is as expected.
    case expected = "as expected"
    /// The model or a subject contradicts the file, or a subject the model.
    case contradicted
    /// Something was not decided.
    case undecided = "not decided"
    /// A question asks about something that no run shows.
    case vacuous
  }

  /// The file.
  package let file: AskFile
  /// Where it was read.
  package let path: String
  /// One for each reading of the contract.
  package var readings: [Reading]
  /// What subjects showed.
  package var observations: [Observation] = []
  /// What the answer to the first question rests on; nil where nobody asked.
  package var decisions: [Decision]?
  /// The reading of the contract that subjects are held to.
  package let profile: Profile
  /// Most states of an exploration.
  package let bound: Int

  /// Asks the model.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - path: where it was read.
  ///   - profile: the reading of the contract that subjects are held to.
  ///   - bound: most states of an exploration.
  package init(_ file: AskFile, path: String, profile: Profile, bound: Int) {
    self.file = file
    self.path = path
    self.profile = profile
    self.bound = bound
    readings = Profile.allCases.map { Reading(file, $0, bound: bound) }
  }

  /// The reading that subjects are held to.
  package var held: Reading {
    guard let reading = readings.first(where: { $0.profile == profile }) else {
      preconditionFailure("every reading of the contract was asked")
    }
    return reading
  }

  /// How everything stands.
  package var standing: Standing {
    if vacuousQuestion != nil { return .vacuous }
    let answers = readings.flatMap { reading in
      file.questions.indices.filter { file.questions[$0].profiles.contains(reading.profile) }
        .map { reading.isExpected($0) }
    }
    if answers.contains(false) { return .contradicted }
    if observations.contains(where: { $0.stranger(to: held) != nil }) { return .contradicted }
    if answers.contains(nil) { return .undecided }
    return observations.contains { $0.runs == $0.open } ? .undecided : .expected
  }

  /// The first question that is vacuous in every reading in which it is asked, and what it lacks.
  package var vacuousQuestion: (question: Int, part: Term.Part)? {
    for (place, question) in file.questions.enumerated() {
      let asked = readings.filter { question.profiles.contains($0.profile) }
      if let part = asked.first?.missing[place], asked.allSatisfy({ $0.missing[place] != nil }) {
        return (place, part)
      }
    }
    return nil
  }

  /// Every outcome of a reading or a subject, once.
  package var rows: [Reading.Row] {
    var rows: [Reading.Row] = []
    for row in readings.flatMap(\.rows) + observations.flatMap({ $0.counts.map(\.row) })
    where !rows.contains(row) { rows.append(row) }
    return rows
  }

  /// The program as it is run on a subject: the first client goes on to wait for everything that
  /// every run comes to.
  package var subjectProgram: Program {
    var program = file.program
    let waits = held.owed.map { Step.until(.ended($0)) }
    guard !waits.isEmpty else { return program }
    if let place = program.scripts.firstIndex(where: { $0.lane == .client(1) }) {
      program.scripts[place].steps += waits
    }
    return program
  }
}
