import OQHistory
import OQReport
import OQText

/// The window of a failure in words: where lanes stand while it shows.
package enum WindowText {
  /// Callers that are named: what lies farther out is how the harness makes its calls.
  private static let mostCallers = 4

  /// A hold in words: who stands where.
  ///
  /// - Parameters:
  ///   - hold: where a lane stays.
  ///   - program: the program whose lanes are named.
  /// - Returns: `client1 stands, in its call 5, behind pthread_mutex_unlock in F`.
  package static func text(_ hold: Hold, _ program: Program) -> String {
    let point = hold.point
    let words = StepPrinter(program)
    let span =
      switch point.span {
      case .call(let step): "in its call \(step + 1)"
      case .after: "after it has returned"
      }
    let count = point.occurrence == 1 ? "" : " for the \(point.occurrence). time"
    return
      "\(words.text(point.lane)) stands, \(span), behind \(point.function.name) in "
      + ReadableSymbol.text(point.caller) + count
  }

  /// What the window of a finding is, in sentences without a full stop.
  ///
  /// - Parameter finding: what was found.
  /// - Returns: one for each lane that is held; empty where none is.
  static func sentences(_ finding: Finding) -> [String] {
    let words = StepPrinter(finding.program)
    var sentences = (finding.pins?.holds ?? []).enumerated().map { number, hold in
      let end =
        switch hold.release {
        case .rest: "until everything else is at rest"
        case .passed(let pin): "until \(words.text(pin.lane)) has passed its \(pin.moment)"
        }
      return "\(text(hold, finding.program))\(callers(finding, number)), \(end)"
    }
    if let span = finding.window?.span {
      sentences.append(
        span.first == span.last
          ? "the window is point \(span.first) of the lane's \(span.points)"
          : "the window spans points \(span.first) to \(span.last) of the lane's \(span.points)")
    }
    return sentences
  }

  /// The code that had led to a hold: `, called by G, called by H`.
  private static func callers(_ finding: Finding, _ hold: Int) -> String {
    let traces = finding.window?.traces ?? []
    guard traces.indices.contains(hold) else { return "" }
    return traces[hold].prefix(mostCallers).map { ", called by \(ReadableSymbol.text($0))" }
      .joined()
  }

  /// The same as one text; nil where no lane is held.
  static func line(_ finding: Finding) -> String? {
    let all = sentences(finding)
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}
