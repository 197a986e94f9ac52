import OQHistory

/// One call while its steps are written.
///
/// Its variable `stage` is 0 before and after it, 1 while it has had no effect, 2 under way, 3
/// where it will be rejected, and 4 when it may return.
private struct PromelaCall {
  let command: Command
  let number: Int
  let lane: Int
  /// What a return sets back.
  var reset: [String]
  /// What the call does at once.
  var beginning: [String]
  /// When it may return.
  var mayReturn: String
  /// What the return does beside.
  var ending: [String] = []

  var stage: String { "stage\(number)" }
  var isPending: String { "stage\(number) == 1" }

  /// The call may return, with outcome 0 or with another one.
  func done(_ outcome: Int = 0) -> [String] {
    ["stage\(number) = 4", "outcome\(lane) = \(outcome)"]
  }
}

extension PromelaText {
  /// A call: it is made, has its effects, and returns.
  mutating func writeCall(
    _ command: Command, _ number: Int, of place: Int, _ at: String, _ onward: String
  ) {
    declare("byte", "stage\(number)")
    var call = PromelaCall(
      command: command, number: number, lane: place, reset: ["stage\(number) = 0"],
      beginning: [
        "stage\(number) = 1", "calling\(place) = 1", "outcome\(place) = 0", onward,
      ],
      mayReturn: "stage\(number) == 4")
    let index = command.operation?.index ?? 0
    let queue = command.queue?.index ?? 0
    switch command.verb {
    case .isFinished, .isCancelled, .isExecuting:
      step("\(call.isPending) && !\(flag(of: command))", call.done(2))
      step("\(call.isPending) && \(flag(of: command))", call.done(3))
    case .isReady: writeReadiness(index, call)
    case .add, .addGroup, .addGroupWaiting: writeAdd(queue, &call)
    case .cancel: writeCancel(index, &call)
    case .cancelAll: writeCancelAll(queue, &call)
    case .suspend, .resume: writeSuspension(queue, &call)
    case .setLimit:
      step(call.isPending, ["limit\(queue) = \(command.integer ?? -1)"] + call.done())
      if command.integer == 0 { step(call.isPending, call.done(1)) }
    case .wait: call.mayReturn = "\(call.stage) > 0 && finished\(index)"
    case .waitAll:
      for other in program.operations.indices { declare("bit", "todo\(number)_\(other)") }
      call.reset += program.operations.indices.map { "todo\(number)_\($0) = 0" }
      call.beginning += program.operations.indices.map {
        "todo\(number)_\($0) = (\(isListed($0, in: queue)) && !finished\($0))"
      }
      call.mayReturn =
        "\(call.stage) > 0 && " + all(program.operations.indices.map { isTreated($0, number) })
    default: writeStart(index, &call)
    }
    step(at, call.beginning)
    step(call.mayReturn, call.ending + call.reset + ["calling\(place) = 0", "outcome\(place) = 0"])
  }

  private func isTreated(_ index: Int, _ call: Int) -> String {
    "(!todo\(call)_\(index) || finished\(index))"
  }

  /// From the start on, and while a start is under way, the value is open.
  private mutating func writeReadiness(_ index: Int, _ call: PromelaCall) {
    let isOpen = any(["phase\(index) > 2"] + starts(of: index).map { "stage\($0) > 0" })
    step("\(call.isPending) && (\(isOpen) || \(ready(index)))", call.done(3))
    step("\(call.isPending) && (\(isOpen) || !\(ready(index)))", call.done(2))
  }

  // MARK: Additions

  private mutating func writeAdd(_ queue: Int, _ call: inout PromelaCall) {
    let number = call.number
    let elements = call.command.operands.map(\.index)
    let isGroup = call.command.verb != .add
    let named = Set(elements).sorted()
    declare("byte", "sample\(number)")
    declare("byte", "index\(number)")
    for index in named { declare("bit", "todo\(number)_\(index)") }
    call.reset += ["sample\(number) = 0", "index\(number) = 0"]
    call.reset += named.map { "todo\(number)_\($0) = 0" }
    for position in elements.indices {
      writeElement(position, elements, queue, isGroup: isGroup, call)
    }
    guard isGroup else { return }
    step("\(call.stage) == 3 && index\(number) == \(elements.count)", call.done(1))
    if call.command.verb == .addGroup || elements.isEmpty {
      step("\(call.isPending) && index\(number) == \(elements.count)", call.done())
    }
    if call.command.verb == .addGroupWaiting {
      let isThrough = all(named.map { isTreated($0, number) })
      call.mayReturn = "(\(call.stage) == 4 || (\(call.stage) == 2 && \(isThrough)))"
    }
  }

  private mutating func writeElement(
    _ position: Int, _ elements: [Int], _ queue: Int, isGroup: Bool, _ call: PromelaCall
  ) {
    let (number, index) = (call.number, elements[position])
    let here =
      "(\(call.isPending) || \(call.stage) == 3) && index\(number) == \(position)"
    let isValid = "(phase\(index) == 0 && owner\(index) == 0 && !finished\(index))"
    var after = ["sample\(number) = 0", "index\(number) = \(position + 1)"]
    if !isGroup {
      after += call.done()
    } else if call.command.verb == .addGroupWaiting, position == elements.count - 1 {
      after.append(either("\(call.stage) != 3", ["\(call.stage) = 2"]))
    }
    func enqueue(known: String) -> [String] {
      [
        "readyAtAdd\(index) = \(ready(index))", "known\(index) = \(known)", "phase\(index) = 1",
        "owner\(index) = \(queue + 1)", "rank\(index) = added\(queue)", "listed\(index) = 1",
        "added\(queue) = added\(queue) + 1", "todo\(number)_\(index) = 1",
      ] + after
    }
    let sample = "sample\(number)"
    step("\(here) && \(isValid) && \(sample) == 0", ["\(sample) = (\(ready(index)) -> 2 : 1)"])
    step("\(here) && \(isValid)", enqueue(known: ready(index)))
    step(
      "\(here) && \(isValid) && \(sample) != 0 && (\(sample) == 2) != \(ready(index))",
      enqueue(known: "(\(sample) == 2)"))
    guard isGroup else {
      step("\(here) && !\(isValid)", call.done(1))
      step("\(here) && !\(isValid)", after)
      return
    }
    let rest = elements[position...]
    let isInvalid = any(
      (Set(elements).count < elements.count ? ["1"] : [])
        + rest.map { "(phase\($0) != 0 || finished\($0))" })
    step(
      "\(call.isPending) && index\(number) == \(position) && \(isInvalid)", ["\(call.stage) = 3"])
    step("\(call.stage) == 3 && index\(number) == \(position) && \(isValid)", after)
    step("\(here) && !\(isValid)", after)
  }

  // MARK: Cancellation

  private mutating func writeCancel(_ index: Int, _ call: inout PromelaCall) {
    let checked = "checked\(call.number)"
    declare("bit", checked)
    call.reset.append("\(checked) = 0")
    let store = ["cancelled\(index) = 1", "\(checked) = 0"]
    step("\(call.isPending) && \(checked)", store + call.done())
    step(
      "\(call.isPending) && \(checked) && phase\(index) == 0 && owner\(index) == 0",
      store + finish(index) + call.done())
    step("\(call.isPending) && !\(checked) && finished\(index)", call.done())
    step(
      "\(call.isPending) && !\(checked) && finished\(index)",
      ["cancelled\(index) = 1"] + call.done())
    step("\(call.isPending) && !\(checked) && !finished\(index)", ["\(checked) = 1"])
  }

  private mutating func writeCancelAll(_ queue: Int, _ call: inout PromelaCall) {
    let number = call.number
    let indices = Array(program.operations.indices)
    for index in indices {
      declare("bit", "todo\(number)_\(index)")
      declare("bit", "checked\(number)_\(index)")
      call.reset += ["todo\(number)_\(index) = 0", "checked\(number)_\(index) = 0"]
    }
    let listed = any(indices.map { isListed($0, in: queue) })
    step(
      call.isPending,
      indices.map { "todo\(number)_\($0) = \(isListed($0, in: queue))" }
        + ["if :: \(listed) -> \(call.stage) = 2 :: else -> \(call.stage) = 4 fi"])
    for index in indices {
      let others = any(indices.filter { $0 != index }.map { "todo\(number)_\($0)" })
      let end = [
        "checked\(number)_\(index) = 0", "todo\(number)_\(index) = 0",
        "if :: \(others) :: else -> \(call.stage) = 4 fi",
      ]
      let due = "\(call.stage) == 2 && todo\(number)_\(index)"
      let checked = "checked\(number)_\(index)"
      let store = ["cancelled\(index) = 1"] + end
      step("\(due) && \(checked)", store)
      step("\(due) && !\(checked) && finished\(index)", end)
      step("\(due) && !\(checked) && finished\(index)", store)
      step("\(due) && !\(checked) && !finished\(index)", ["\(checked) = 1"])
    }
  }

  // MARK: Suspension and start

  private mutating func writeSuspension(_ queue: Int, _ call: inout PromelaCall) {
    let indices = program.operations.indices
    let value = call.command.verb == .suspend ? 1 : 0
    let change =
      ["suspended\(queue) = \(value)", "credit\(queue) = \(value == 1 ? 255 : 0)"]
      + indices.map { "eligible\(queue)_\($0) = 0" }
    step(call.isPending, [either("suspended\(queue) != \(value)", change)] + call.done())
    guard value == 1 else { return }
    let free = "limit\(queue) - (slots\(queue) - \(unbegun(in: queue)))"
    let credit = "(limit\(queue) < 0 -> 254 : (\(free) > 0 -> \(free) : 0))"
    call.ending = [
      either(
        "suspended\(queue) && credit\(queue) == 255",
        ["credit\(queue) = \(credit)"]
          + indices.map { "eligible\(queue)_\($0) = \(isListed($0, in: queue))" })
    ]
  }

  private mutating func writeStart(_ index: Int, _ call: inout PromelaCall) {
    let phase = "phase\(index)"
    let exempt = program.queues.indices.map {
      either("owner\(index) == \($0 + 1)", ["exempt\($0) = 1"])
    }
    func run(_ isSkip: Bool) -> [String] {
      ["\(call.stage) = 2"] + exempt + ["manual\(index) = 1"]
        + (isSkip ? ["skipOnly\(index) = 1"] : []) + enterStart(index)
    }
    let isNew = "\(call.isPending) && \(phase) == 0"
    step("\(isNew) && \(ready(index))", run(false))
    step("\(isNew) && !\(ready(index))", call.done(1))
    step("\(isNew) && !\(ready(index)) && cancelled\(index)", run(true))
    let isQueued = "\(call.isPending) && (\(phase) == 1 || \(phase) == 2)"
    step(isQueued, call.done(1))
    step(isQueued, call.done())
    step("\(isQueued) && \(ready(index))", run(false))
    step("\(isQueued) && cancelled\(index)", run(true))
    let isUnderway = "\(call.isPending) && \(phase) >= 3 && \(phase) <= 5"
    step(isUnderway, call.done(1))
    step("\(isUnderway) && (\(phase) != 4 || !\(begun(index)))", call.done())
    step("\(call.isPending) && \(phase) == 6", call.done(1))
    step("\(call.isPending) && \(phase) == 6", call.done())
    call.mayReturn = "(\(call.stage) == 4 || (\(call.stage) == 2 && \(phase) == 6))"
  }
}
