import OQHistory
import OQReport
import OQReports
import OQRunner

/// What a scan has shown, in words.
enum ScanText {
  /// Holds that are listed for each thing that showed.
  private static let most = 5

  /// The lines about a scan.
  ///
  /// - Parameters:
  ///   - outcome: what the scan has shown.
  ///   - program: the program that ran.
  /// - Returns: the lines, without newlines.
  static func lines(of outcome: ScanOutcome, _ program: Program) -> [String] {
    guard !outcome.points.isEmpty else {
      return [
        "no scan: no point of the subject can be seen in the lanes of this program",
        "A point is seen where the subject calls a library of the system in this process.",
      ]
    }
    var lanes: [Lane] = []
    for point in outcome.points where !lanes.contains(point.lane) { lanes.append(point.lane) }
    let perLane = lanes.map { lane in
      "\(StepPrinter(program).text(lane)) \(outcome.points.count { $0.lane == lane })"
    }
    var lines = [
      "points: \(outcome.points.count) seen (\(perLane.joined(separator: ", ")))"
        + (outcome.more > 0 ? ", \(outcome.more) more are not kept" : "")
    ]
    let blind = outcome.lanesWithoutPoints(of: program).map { StepPrinter(program).text($0) }
    if !blind.isEmpty { lines.append("lanes without points: \(blind.joined(separator: ", "))") }
    lines += [
      "schedules: \(outcome.runs) of \(outcome.schedules) ran; \(outcome.held) held as meant, "
        + "\(outcome.givenUp) given up, \(outcome.notReached) not reached"
        + (outcome.deaths > 0 ? ", \(outcome.deaths) ended the process" : "")
    ]
    lines += showings(outcome, program)
    return lines
  }

  private static func showings(_ outcome: ScanOutcome, _ program: Program) -> [String] {
    var blames: [Finding.Blame] = []
    for blame in outcome.showings.flatMap(\.blames) where !blames.contains(blame) {
      blames.append(blame)
    }
    if blames.isEmpty { return ["no schedule broke a rule"] }
    return blames.flatMap { blame in
      let showings = outcome.showings(of: blame)
      let rest = showings.count - most
      return ["\(blame): shown by \(showings.count) of \(outcome.runs) schedules"]
        + showings.prefix(most).map { showing in
          "  " + showing.holds.map { WindowText.text($0, program) }.joined(separator: ", and ")
        } + (rest > 0 ? ["  and \(rest) more"] : [])
    }
  }
}
