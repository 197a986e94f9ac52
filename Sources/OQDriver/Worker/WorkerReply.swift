/// What a worker answers.
package enum WorkerReply: Equatable, Sendable, CustomStringConvertible {
  /// How a program ended, for now or for good.
  package enum End: String, Equatable, Sendable, CaseIterable {
    /// Every lane reached its end.
    case completed
    /// What the declarations say could not be made.
    case unprepared
    /// Nothing moves any more; the worker keeps everything as it is.
    case quiescent
    /// The quiescence was confirmed.
    case stalled
    /// Neither end nor quiescence could be established, or the log is full.
    case undecided
  }

  /// How a program ended, and what it left.
  package struct Ending: Equatable, Sendable {
    /// How it ended.
    package var end: End
    /// Whether the worker can run another program.
    package var isReusable: Bool
    /// Whether the adapter said `unsupported` to a verb that it declared.
    package var adapterLied: Bool
    /// How often something moved after a quiescence.
    package var late: Int
    /// Whether something moved while canaries were out: they may have set it going.
    package var wasWoken: Bool
    /// What was seen of the points of the subject, as the lines of ``PointReport``; empty where
    /// nobody asked.
    package var points: [String] = []

    /// Describes an ending.
    ///
    /// - Parameters:
    ///   - end: how the program ended.
    ///   - isReusable: whether the worker can run another program.
    ///   - adapterLied: whether the adapter said `unsupported` to a verb that it declared.
    ///   - late: how often something moved after a quiescence.
    ///   - wasWoken: whether something moved while canaries were out.
    package init(
      _ end: End, isReusable: Bool, adapterLied: Bool, late: Int = 0, wasWoken: Bool = false
    ) {
      self.end = end
      self.isReusable = isReusable
      self.adapterLied = adapterLied
      self.late = late
      self.wasWoken = wasWoken
    }
  }

  /// The subject is there and programs can come.
  case ready

  /// There is no subject with the name that the worker was given.
  case noSubject

  /// The request could not be understood: a fault of the suite.
  case refused

  /// A program ended.
  case ended(Ending)

  /// The answer to ``WorkerRequest/calibrate``.
  case calibrated(Calibration)

  /// The text that is sent: words.
  package var description: String {
    switch self {
    case .ready: "ready"
    case .noSubject: "no-subject"
    case .refused: "refused"
    case .ended(let ending):
      ending.points.reduce(
        "\(ending.end.rawValue) \(ending.isReusable ? 1 : 0) \(ending.adapterLied ? 1 : 0) \(ending.wasWoken ? 1 : 0) \(ending.late)"
      ) { "\($0)\n\($1)" }
    case .calibrated(let measured):
      "calibrated \(measured.oneQueue) \(measured.twoQueues) \(measured.delay)"
    }
  }

  /// Reads what ``description`` prints; nil for anything else.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = lines.first else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = words.first else { return nil }
    let numbers = words.dropFirst().map { Int($0) ?? -1 }
    guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    guard lines.count == 1 || numbers.count == 4 && End(rawValue: String(first)) != nil else {
      return nil
    }
    switch (first, numbers.count) {
    case ("ready", 0): self = .ready
    case ("no-subject", 0): self = .noSubject
    case ("refused", 0): self = .refused
    case ("calibrated", 3):
      self = .calibrated(
        Calibration(oneQueue: numbers[0], twoQueues: numbers[1], delay: numbers[2]))
    case (_, 4):
      guard let end = End(rawValue: String(first)), numbers[..<3].allSatisfy({ $0 < 2 }) else {
        return nil
      }
      var ending = Ending(
        end, isReusable: numbers[0] == 1, adapterLied: numbers[1] == 1, late: numbers[3],
        wasWoken: numbers[2] == 1)
      ending.points = lines.dropFirst().map(String.init)
      self = .ended(ending)
    default: return nil
    }
  }
}
