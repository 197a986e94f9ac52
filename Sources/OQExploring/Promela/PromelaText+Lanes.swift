import OQHistory

extension PromelaText {
  /// Everything that lanes do.
  mutating func writeLanes() {
    for (place, lane) in lanes.enumerated() {
      declare("byte", "next\(place)")
      if lane.operation != nil { declare("byte", "there\(place)") }
      if lane.hasCalls {
        declare("bit", "calling\(place)")
        declare("byte", "outcome\(place)")
      }
      if lane.hasWaits { declare("bit", "waits\(place)") }
    }
    for place in gates { declare("bit", "gate\(place)") }
    for meeting in parties.keys.sorted() { declare("byte", "arrived\(meeting)") }
    for (place, lane) in lanes.enumerated() {
      for position in lane.steps.indices { writeStep(position, of: place) }
      guard lane.operation != nil else { continue }
      step("\(idle(place)) && next\(place) == \(lane.steps.count)", ["there\(place) = 2"])
    }
  }

  /// Whether a lane is there and has no open call.
  private func idle(_ place: Int) -> String {
    let presence = lanes[place].operation == nil ? "1" : "there\(place) == 1"
    return lanes[place].hasCalls ? "\(presence) && !calling\(place)" : presence
  }

  private func place(_ callback: Callback) -> Int {
    let found = lanes.firstIndex {
      $0.operation == callback.operation.index && $0.isBody == (callback.point == .body)
    }
    guard let found else { preconditionFailure("client code that a program names is called") }
    return found
  }

  /// The lanes with a gate that is opened or held at.
  private var gates: [Int] {
    var gates: Set<Int> = []
    for (place, lane) in lanes.enumerated() {
      for step in lane.steps {
        switch step {
        case .hold: gates.insert(place)
        case .open(let callback): gates.insert(self.place(callback))
        default: continue
        }
      }
    }
    return gates.sorted()
  }

  /// How many lanes come to each meeting.
  private var parties: [Int: Int] {
    var parties: [Int: Int] = [:]
    for lane in lanes {
      var named: Set<Int> = []
      for case .meet(let number) in lane.steps where named.insert(number).inserted {
        parties[number, default: 0] += 1
      }
    }
    return parties
  }

  private mutating func writeStep(_ position: Int, of place: Int) {
    let at = "\(idle(place)) && next\(place) == \(position)"
    let onward = "next\(place) = \(position + 1)"
    switch lanes[place].steps[position] {
    case .hold: step("\(at) && gate\(place)", [onward])
    case .open(let callback): step(at, ["gate\(self.place(callback)) = 1", onward])
    case .drop: step(at, [onward])
    case .until(.began(let callback)): step("\(at) && there\(self.place(callback)) > 0", [onward])
    case .until(.ended(let callback)): step("\(at) && there\(self.place(callback)) == 2", [onward])
    case .meet(let number):
      step(
        "\(at) && !waits\(place)",
        ["arrived\(number) = arrived\(number) + 1", "waits\(place) = 1"])
      step(
        "\(at) && waits\(place) && arrived\(number) >= \(parties[number, default: 0])",
        ["waits\(place) = 0", onward])
    case .until(.reads(let command, let value)):
      writeWait(command, value, call: lanes[place].calls[position], of: place, at, onward)
    case .command(let command):
      writeCall(command, lanes[place].calls[position], of: place, at, onward)
    }
  }

  /// A value is read in vain until it is the one that is waited for; only that read is seen.
  private mutating func writeWait(
    _ command: Command, _ value: Outcome.Value, call: Int, of place: Int, _ at: String,
    _ onward: String
  ) {
    declare("byte", "stage\(call)")
    let wanted = value == .boolean(true) ? 1 : 0
    step(
      "\(at) && !waits\(place) && \(flag(of: command)) == \(wanted)",
      [
        "calling\(place) = 1", "waits\(place) = 1", "outcome\(place) = \(2 + wanted)",
        "stage\(call) = 4",
      ])
    step("stage\(call) == 4", ["calling\(place) = 0", "outcome\(place) = 0", "stage\(call) = 0"])
    step("\(at) && waits\(place)", ["waits\(place) = 0", onward])
  }

  func flag(of command: Command) -> String {
    let index = command.operation?.index ?? 0
    return switch command.verb {
    case .isFinished: "finished\(index)"
    case .isCancelled: "cancelled\(index)"
    default: "executing\(index)"
    }
  }

  /// The calls of `start` on an operation.
  func starts(of index: Int) -> [Int] {
    lanes.flatMap { lane in
      zip(lane.steps, lane.calls).compactMap { step, call in
        guard case .command(let command) = step, command.verb == .start,
          command.operation?.index == index
        else { return nil }
        return call
      }
    }
  }
}
