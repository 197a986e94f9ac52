import OQExploring
import OQHistory
import OQModel
import OQSpecification

/// An answer as other tools read it; `Spec/Answer.schema.json` describes the form.
package struct JSONAnswer: Codable, Hashable, Sendable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// A question with its replies.
  package struct Question: Codable, Hashable, Sendable {
    /// `allowed`, `forbidden`, `always` or `count N`.
    package var kind: String
    /// What is asked.
    package var text: String
    /// The line of the file.
    package var line: Int
    /// The replies, by profile: `never`, `sometimes`, `always`, `not decided`, or how many orders.
    package var replies: [String: String]
    /// Whether each profile gives the expected answer; absent where it is not decided.
    package var asExpected: [String: Bool]
  }

  /// An outcome at the end of a run.
  package struct Outcome: Codable, Hashable, Sendable {
    /// One truth value for each fact.
    package var facts: [Bool]
    /// The profiles that allow it.
    package var allowed: [String]
    /// How many runs of each subject showed it.
    package var seen: [String: Int]
  }

  /// What was explored or run.
  package struct Extent: Codable, Hashable, Sendable {
    /// The profile or the subject.
    package var name: String
    /// States of the model, or runs of the subject.
    package var count: Int
    /// Whether that is everything that there is.
    package var isComplete: Bool
  }

  /// A subject that was run.
  package struct Subject: Codable, Hashable, Sendable {
    /// The subject, as a command line names it.
    package var name: String
    /// What ran, by itself.
    package var version: String
    /// How often it was run.
    package var count: Int
    /// Never true: nobody has seen all runs of a subject.
    package var isComplete: Bool
    /// Runs without an end.
    package var withoutEnd: Int
    /// Runs in which a lane was held at a point of the subject; absent where nobody tried.
    package var held: Int?
  }

  /// A run of a subject that the model does not allow.
  package struct Contradiction: Codable, Hashable, Sendable {
    /// The subject.
    package var subject: String
    /// The reading of the contract that does not allow it.
    package var profile: String
    /// Whether a client waits in vain at its end.
    package var isStalled: Bool
    /// The history, line by line.
    package var history: [String]
  }

  /// A question that is refused because what it asks about happens in no run.
  package struct Vacuity: Codable, Hashable, Sendable {
    /// The line of the question.
    package var line: Int
    /// What happens in no run.
    package var part: String
    /// The nearest run, line by line.
    package var nearest: [String]
  }

  /// A shortest run.
  package struct Witness: Codable, Hashable, Sendable {
    /// The line of the question.
    package var line: Int
    /// The reading of the contract that has the run.
    package var profile: String
    /// Whether the words of the question are true of it.
    package var isTrue: Bool
    /// What happens in it, line by line.
    package var run: [String]
  }

  /// What the answer to the first question rests on.
  package struct Decision: Codable, Hashable, Sendable {
    /// A rule or a freedom.
    package var address: String
    /// What was left out.
    package var what: String
    /// The reply without it.
    package var reply: String
  }

  /// The version of the form, ``schemaVersion``.
  package var schema: Int
  /// The fingerprint of the model.
  package var model: String
  /// Most states of an exploration.
  package var bound: Int
  /// Where the file was read.
  package var file: String
  /// The question in plain words.
  package var title: String
  /// Why it matters.
  package var why: String
  /// The rules, freedoms and contested points that it is about.
  package var about: [String]
  /// `as expected`, `contradicted`, `not decided` or `vacuous`.
  package var standing: String
  /// The questions.
  package var questions: [Question]
  /// The facts that outcomes tell.
  package var facts: [String]
  /// Every outcome.
  package var outcomes: [Outcome]
  /// The profiles, with their states.
  package var profiles: [Extent]
  /// The subjects, with their runs.
  package var subjects: [Subject]
  /// The first run of each subject that the model does not allow.
  package var contradictions: [Contradiction]
  /// The first question that is refused; absent where there is none.
  package var vacuous: Vacuity?
  /// What the answer to the first question rests on.
  package var decidedBy: [Decision]
  /// A shortest run for the first question, line by line; empty where there is none.
  package var witness: [String]
  /// A shortest run for the first question, and for each that is contradicted.
  package var witnesses: [Witness]

  /// The form of an answer.
  ///
  /// - Parameter answer: the answer.
  package init(_ answer: Answer) {
    schema = JSONAnswer.schemaVersion
    model = Model.digest.description
    bound = answer.bound
    file = answer.path
    title = answer.file.title
    why = answer.file.why
    about = answer.file.about
    standing = answer.standing.rawValue
    questions = answer.file.questions.enumerated().map { place, question in
      var replies: [String: String] = [:]
      var expected: [String: Bool] = [:]
      for reading in answer.readings {
        replies[reading.profile.rawValue] = reading.replies[place]?.word
        expected[reading.profile.rawValue] = reading.isExpected(place)
      }
      return Question(
        kind: question.kind.word, text: question.text, line: question.line, replies: replies,
        asExpected: expected)
    }
    facts = answer.file.facts.map(\.text)
    outcomes = answer.rows.map { row in
      var seen: [String: Int] = [:]
      for observation in answer.observations {
        seen[observation.subject] = observation.runs(with: row)
      }
      return Outcome(
        facts: row,
        allowed: answer.readings.filter { $0.rows.contains(row) }.map(\.profile.rawValue),
        seen: seen)
    }
    profiles = answer.readings.map {
      Extent(
        name: $0.profile.rawValue, count: $0.result.states, isComplete: $0.result.isComplete)
    }
    subjects = answer.observations.map {
      Subject(
        name: $0.subject, version: $0.version, count: $0.runs, isComplete: false,
        withoutEnd: $0.open, held: $0.holds)
    }
    contradictions = answer.observations.compactMap { observation in
      observation.stranger(to: answer.held).map {
        Contradiction(
          subject: observation.subject, profile: answer.profile.rawValue, isStalled: $0.isStalled,
          history: $0.history.text.split(separator: "\n").map(String.init))
      }
    }
    decidedBy = (answer.decisions ?? []).map {
      Decision(address: $0.address, what: $0.what, reply: $0.reply.word)
    }
    witnesses = AnswerWitness.all(answer).map {
      Witness(
        line: $0.question.line, profile: $0.reading.profile.rawValue, isTrue: $0.isTrue,
        run: $0.lines)
    }
    var reading = answer.held
    vacuous = answer.vacuousQuestion.map { place, part in
      Vacuity(
        line: answer.file.questions[place].line, part: part.text,
        nearest: WayText.lines(reading.nearest(place) ?? [], answer.file.program))
    }
    if case .count = answer.file.questions[0].kind {
      witness = []
    } else {
      witness = WayText.lines(reading.witness(0, true) ?? [], answer.file.program)
    }
  }

  /// Answers as one JSON text.
  ///
  /// - Parameter answers: the answers, in their order.
  /// - Returns: a list over several lines, ending in a newline.
  /// - Throws: what the encoder throws.
  package static func text(_ answers: [JSONAnswer]) throws -> String {
    try JSONForm.text(answers)
  }
}
