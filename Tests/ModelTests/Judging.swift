import OQHistory
import OQModel
import OQSpecification
import Testing

/// A history written by hand, and what acceptors must say of it.
struct Example: Sendable, CustomTestStringConvertible {
  enum Answer: Sendable, Equatable {
    case accepted
    case rejected(Ticket)
    case inconclusive
  }

  let name: String
  let profile: Profile
  let text: String
  let answer: Answer

  var testDescription: String { name }

  static func accepts(
    _ name: String, _ declarations: String, profile: Profile = .core, _ events: String
  ) -> Example {
    Example(name: name, profile: profile, text: text(declarations, events), answer: .accepted)
  }

  static func rejects(
    _ name: String, at ticket: Ticket, _ declarations: String, profile: Profile = .core,
    _ events: String
  ) -> Example {
    Example(
      name: name, profile: profile, text: text(declarations, events), answer: .rejected(ticket))
  }

  /// Declarations and events are separated by semicolons.
  static func text(_ declarations: String, _ events: String) -> String {
    let lines =
      ["oqhistory 1"] + declarations.split(separator: ";").map(String.init) + ["events"]
      + events.split(separator: ";").map(String.init)
    return lines.joined(separator: "\n")
  }

  /// Both acceptors must give the answer.
  func check() throws {
    let history = try History(parsing: text)
    for reduced in [false, true] {
      let acceptance = Acceptor(profile: profile, reduced: reduced).judge(history)
      let answer: Answer =
        switch acceptance {
        case .accepted: .accepted
        case .rejected(let ticket, _): .rejected(ticket)
        case .inconclusive: .inconclusive
        }
      #expect(answer == self.answer, "reduced: \(reduced), \(acceptance)\n\(text)")
    }
  }
}
