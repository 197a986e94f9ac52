import OQExploring
import OQHistory

/// A shortest run that shows why a question has its answer.
struct AnswerWitness {
  /// The question.
  let question: Question
  /// The reading of the contract.
  let reading: Reading
  /// Whether the words of the question are true of the run.
  let isTrue: Bool
  /// What happens in it, line by line.
  let lines: [String]

  /// The runs to show: one for the first question, and one for each that is contradicted.
  static func all(_ answer: Answer) -> [AnswerWitness] {
    guard answer.vacuousQuestion == nil else { return [] }
    var found: [AnswerWitness] = []
    for (place, question) in answer.file.questions.enumerated() {
      if case .count = question.kind { continue }
      for reading in answer.readings where question.profiles.contains(reading.profile) {
        let isContradicted = reading.isExpected(place) == false
        guard isContradicted || place == 0 && found.isEmpty else { continue }
        var copy = reading
        let wanted = !(question.kind == .always && isContradicted)
        guard let way = copy.witness(place, wanted) else { continue }
        found.append(
          AnswerWitness(
            question: question, reading: reading, isTrue: wanted,
            lines: WayText.lines(way, answer.file.program)))
        break
      }
    }
    return found
  }
}
