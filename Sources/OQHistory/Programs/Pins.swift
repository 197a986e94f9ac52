/// An order of harness points that a run has shown, for another run to follow, and points of the
/// subject at which it holds lanes.
///
/// A harness point is a moment at which a thread is in the hands of the harness: before a call,
/// after its return, at the entry of client code, before it returns, at a harness step, at the end
/// of a client. A driver that follows pins holds a thread at its point until the points before it
/// have been passed. Clients may be slow and client code may take its time, so no implementation
/// can be wronged by it; what it buys is that a failure which depends on the order shows again.
package struct Pins: Sendable, Hashable {
  /// The kinds of moments of a lane.
  package enum Moment: Sendable, Hashable {
    /// Client code was entered.
    case begin
    /// Client code, or a client, is about to end.
    case end
    /// The call of a step is about to be made; steps are numbered from 0.
    case call(Int)
    /// The call of a step came back.
    case returned(Int)
    /// A harness step is about to be recorded; numbered with the commands.
    case step(Int)
  }

  /// One moment of one lane.
  package struct Pin: Sendable, Hashable {
    /// The lane.
    package let lane: Lane
    /// Its moment.
    package let moment: Moment

    /// Names a moment.
    package init(_ lane: Lane, _ moment: Moment) {
      self.lane = lane
      self.moment = moment
    }
  }

  /// The points, in the order to follow; none of them twice.
  package let order: [Pin]
  /// Where lanes stay at points of the subject.
  package let holds: [Hold]

  /// An order to follow, and lanes to hold.
  ///
  /// - Parameters:
  ///   - order: any harness points; of a repeated one the first counts.
  ///   - holds: where lanes stay; of several at one point the first counts.
  package init(_ order: [Pin], holding holds: [Hold] = []) {
    var seen: Set<Pin> = []
    self.order = order.filter { seen.insert($0).inserted }
    var held: Set<SubjectPoint> = []
    self.holds = holds.filter { held.insert($0.point).inserted }
  }

  /// The order that a run has shown; all clients end after everything else.
  ///
  /// - Parameters:
  ///   - history: what was recorded of the run.
  ///   - program: the program that ran.
  ///   - holds: where lanes stay.
  /// - Complexity: O(size of both).
  package init(of history: History, _ program: Program, holding holds: [Hold] = []) {
    let order = Pins.passed(in: history, program).map(\.pin)
    self.init(order + program.clients.map { Pin($0.lane, .end) }, holding: holds)
  }

  /// The points that a run has passed, in its order, each with the position of its event.
  ///
  /// - Parameters:
  ///   - history: what was recorded of the run.
  ///   - program: the program that ran.
  /// - Returns: the points; events of the setup and of the harness are none.
  /// - Complexity: O(size of both).
  package static func passed(
    in history: History, _ program: Program
  ) -> [(pin: Pin, event: Int)] {
    var walks: [Lane: Walk] = [:]
    for script in program.scripts { walks[script.lane] = Walk(script.steps) }
    var passed: [(pin: Pin, event: Int)] = []
    for (position, event) in history.events.enumerated() {
      guard let lane = event.lane, lane != .setup else { continue }
      let moment: Moment? =
        switch event.kind {
        case .enter: .begin
        case .leave: .end
        case .call(let command): walks[lane]?.call(command)
        case .returned(let outcome): walks[lane]?.returned(outcome)
        case .made(let command, _): walks[lane]?.pass(command)
        case .step(let step): walks[lane]?.step(step)
        case .quiescent, .stalled, .crashed, .overflow, .ended: nil
        }
      if let moment { passed.append((Pin(lane, moment), position)) }
    }
    return passed
  }

  /// Whether there is nothing to follow and nobody to hold.
  package var isEmpty: Bool { order.isEmpty && holds.isEmpty }
}

/// Finds the steps of a lane that its events stand for.
private struct Walk {
  private let steps: [Step]
  private var next = 0

  init(_ steps: [Step]) { self.steps = steps }

  private var step: Step? { next < steps.count ? steps[next] : nil }

  func call(_ command: Command) -> Pins.Moment? {
    // An accessor that is polled is not held: other reads of it are not recorded.
    step == .command(command) ? .call(next) : nil
  }

  mutating func returned(_ outcome: Outcome) -> Pins.Moment? {
    switch step {
    case .command:
      defer { next += 1 }
      return .returned(next)
    case .until(.reads(_, let value)) where outcome == .returned(value):
      defer { next += 1 }
      return .step(next)
    default: return nil
    }
  }

  /// A call that was not recorded when it was made is no point to wait at.
  mutating func pass(_ command: Command) -> Pins.Moment? {
    if step == .command(command) { next += 1 }
    return nil
  }

  mutating func step(_ step: Step) -> Pins.Moment? {
    guard self.step == step else { return nil }
    defer { next += 1 }
    return .step(next)
  }
}
