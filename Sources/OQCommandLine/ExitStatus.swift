/// What the command tells the process that started it.
///
/// The numbers from 64 are those of `sysexits.h` with the same meaning. `usage`, `malformedInput`,
/// `missingInput` and `unwritableOutput` are settled before the first program runs.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Every enforced rule was decided often enough and none was violated.
  case conformant = 0
  /// At least one rule was violated.
  case violated = 1
  /// Nothing was violated, but a rule is inconclusive, below the minimum, or nothing ran.
  case inconclusive = 2
  /// The subject could not be driven, or contradicts what it declares.
  case subjectUnusable = 3
  /// An expectation is stale or names something unknown.
  case staleExpectation = 4
  /// The command line is wrong.
  case usage = 64
  /// An input file is malformed.
  case malformedInput = 65
  /// An input file does not exist or cannot be read.
  case missingInput = 66
  /// The suite itself failed; says nothing about the subject.
  case fault = 70
  /// An output cannot be written.
  case unwritableOutput = 73

  /// The status that speaks for both.
  ///
  /// Of the statuses that the end of a run can have, 70 > 3 > 1 > 4 > 2 > 0. Those settled before
  /// the first program come between 70 and 3: where one of them applies, nothing was judged as
  /// asked. The operation is associative and commutative; `conformant` is its neutral element.
  ///
  /// - Parameter other: Another status.
  /// - Returns: The one with the higher precedence.
  package func combined(with other: ExitStatus) -> ExitStatus {
    precedence >= other.precedence ? self : other
  }

  /// The status that speaks for all.
  ///
  /// - Parameter statuses: The statuses of the parts of one invocation, in any order.
  /// - Returns: The one with the highest precedence; `inconclusive` if there is none, since an
  ///   invocation in which nothing ran must not look like a success.
  /// - Complexity: O(*n*).
  package static func combine(_ statuses: some Sequence<ExitStatus>) -> ExitStatus {
    var combined: ExitStatus?
    for status in statuses {
      combined = combined?.combined(with: status) ?? status
    }
    return combined ?? .inconclusive
  }

  /// One line for help texts and reports.
  package var meaning: String {
    switch self {
    case .conformant: "conformant"
    case .violated: "violated"
    case .inconclusive: "inconclusive, below the minimum, or nothing ran"
    case .subjectUnusable: "subject unusable"
    case .staleExpectation: "stale or unknown expectation"
    case .usage: "usage: the command line is wrong"
    case .malformedInput: "malformed input file"
    case .missingInput: "input file missing"
    case .fault: "fault of the suite"
    case .unwritableOutput: "output cannot be written"
    }
  }

  private var precedence: Int {
    switch self {
    case .conformant: 0
    case .inconclusive: 1
    case .staleExpectation: 2
    case .violated: 3
    case .subjectUnusable: 4
    case .unwritableOutput: 5
    case .missingInput: 6
    case .malformedInput: 7
    case .usage: 8
    case .fault: 9
    }
  }
}
