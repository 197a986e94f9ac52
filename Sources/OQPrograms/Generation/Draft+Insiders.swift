import OQHistory

/// What a client does while a task is held, the task can do itself.
///
/// Whoever writes a situation lets client 1 make the calls. An implementation may treat a call from
/// inside of a task otherwise: it may be made with a lock held, on a thread of the pool, or while
/// what follows from it is put off until the task is over.
extension Draft {
  /// Where client 1 makes a call while a callback is held.
  private struct Insider {
    let callback: Callback
    /// The steps of client 1 that the callback takes over.
    let calls: Range<Int>
    /// The step that opens the callback.
    let open: Int
  }

  /// Most calls that a task takes over.
  private static let mostCalls = 3

  /// Lets a task that is held make a call, or several, in the place of client 1, and stay inside
  /// for as long as it would have been held.
  ///
  /// The order of what happens stays: the task is opened where the client would have made the call,
  /// and the client goes on when it has been made. The task returns where it would have been
  /// opened.
  package mutating func callFromInside() {
    let start = choices.position
    defer { choices.end(.decoration, from: start) }
    guard chance(2), let insider = pickInsider(),
      let client = scripts.firstIndex(where: { $0.lane == .client(1) }),
      let inside = scripts.firstIndex(where: { $0.lane == .callback(insider.callback) }),
      let hold = scripts[inside].steps.firstIndex(of: .hold)
    else { return }
    let meeting = 1 + (scripts.flatMap(\.steps).compactMap(\.meeting).max() ?? 0)
    var steps = scripts[client].steps
    let calls = Array(steps[insider.calls])
    steps[insider.open] = .meet(meeting + 1)
    steps.replaceSubrange(insider.calls, with: [.open(insider.callback), .meet(meeting)])
    replaceSteps(at: client, with: steps)
    var task = scripts[inside].steps
    task.insert(contentsOf: calls + [.meet(meeting), .meet(meeting + 1)], at: hold + 1)
    replaceSteps(at: inside, with: task)
  }

  /// One of the places where a task can take calls over; nil where there is none.
  private mutating func pickInsider() -> Insider? {
    let all = insiders
    guard !all.isEmpty else { return nil }
    let one = pick(all)
    let most = min(one.calls.count, Draft.mostCalls)
    let count = number(1...most)
    let calls = one.calls.lowerBound..<one.calls.lowerBound + count
    return Insider(callback: one.callback, calls: calls, open: one.open)
  }

  /// Every call of client 1 that changes something while a callback is held, with the calls that
  /// follow it at once.
  private var insiders: [Insider] {
    guard let client = scripts.first(where: { $0.lane == .client(1) })?.steps else { return [] }
    return scripts.flatMap { script -> [Insider] in
      guard case .callback(let callback) = script.lane, script.isHeldOnce,
        [.body, .completion].contains(callback.point),
        scripts.flatMap(\.steps).count(where: { $0 == .open(callback) }) == 1,
        let begun = client.firstIndex(of: .until(.began(callback))),
        let open = client.firstIndex(of: .open(callback)), begun < open
      else { return [] }
      return (begun + 1..<open).compactMap { first in
        guard client[first].canBeMadeInside, client[first].command?.verb.isRead == false else {
          return nil
        }
        let end = client[first..<open].firstIndex { !$0.canBeMadeInside } ?? open
        return Insider(callback: callback, calls: first..<end, open: open)
      }
    }
  }
}

extension Program.Script {
  /// Whether the lane is held exactly once, and meets nobody.
  fileprivate var isHeldOnce: Bool {
    steps.count { $0 == .hold } == 1 && steps.allSatisfy { $0.meeting == nil }
  }
}

extension Step {
  /// Whether the step is a call that never waits, and so runs no task before it returns, either.
  fileprivate var canBeMadeInside: Bool {
    command.map { !$0.verb.entry.mayBlock } ?? false
  }
}
