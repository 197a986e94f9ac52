import OQCommandLine
import OQReport

extension ExitStatus {
  /// The status that tells the answer of a campaign.
  init(_ outcome: Report.Outcome) {
    self =
      switch outcome {
      case .conformant: .conformant
      case .violated: .violated
      case .inconclusive: .inconclusive
      case .unusable: .subjectUnusable
      }
  }
}
