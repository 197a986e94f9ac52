import OQHistory

/// What matters about one block that is submitted to a dispatch queue: one value of each fact makes
/// a program.
struct DispatchFacts: Sendable, Hashable {
  /// The queue.
  enum Target: CaseIterable { case serial, concurrent, main }
  /// What is in the queue: nothing, a block that is held, another one behind it, a barrier that is
  /// held, a barrier that waits behind a block that is held.
  enum Load: CaseIterable { case empty, running, waiting, barrierRunning, barrierWaiting }
  /// Who submits: a client, one of two clients at the same time, a block of the queue, a block of
  /// another queue.
  enum Caller: CaseIterable { case client, race, inside, elsewhere }
  /// What the block does: nothing, it is held, it submits another one to its queue or to another
  /// queue, it counts without a lock.
  enum Body: CaseIterable { case plain, held, submits, crosses, counts }
  /// Who looks at the group that the block is a member of.
  enum Group: CaseIterable { case none, notified, awaited, both }
  /// What is submitted behind it, before anything is let go.
  enum Follower: CaseIterable { case none, block, barrier, waiter }

  var target = Target.serial
  var load = Load.empty
  var caller = Caller.client
  var body = Body.plain
  var group = Group.none
  var follower = Follower.none

  /// The names of the facts.
  static let aspects = [
    FactGrid.Aspect("target", Target.self), FactGrid.Aspect("load", Load.self),
    FactGrid.Aspect("caller", Caller.self), FactGrid.Aspect("body", Body.self),
    FactGrid.Aspect("group", Group.self), FactGrid.Aspect("follower", Follower.self),
  ]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    target = Target.allCases[values[0]]
    load = Load.allCases[values[1]]
    caller = Caller.allCases[values[2]]
    body = Body.allCases[values[3]]
    group = Group.allCases[values[4]]
    follower = Follower.allCases[values[5]]
  }

  /// The table for a way of submitting, with what a vocabulary offers.
  static func grid(_ verb: Verb, _ vocabulary: Vocabulary) -> FactGrid {
    FactGrid(verb, aspects) { DispatchFacts($0).isPossible(verb, vocabulary) }
  }

  /// The ways of submitting of which programs are composed.
  static let verbs: [Verb] = [.async, .sync, .asyncBarrier, .asyncAfter, .asyncGroup]

  /// Whether the facts can meet in a program that comes to an end with every correct library.
  private func isPossible(_ verb: Verb, _ vocabulary: Vocabulary) -> Bool {
    let v = vocabulary
    guard v.contains(verb), v.contains(.async) else { return false }
    if target == .main {
      // What the main queue runs is for its loop to say; barriers mean nothing there.
      guard v.contains(.isMain), load != .barrierRunning, load != .barrierWaiting else {
        return false
      }
    }
    let needsBarrier = load == .barrierRunning || load == .barrierWaiting || follower == .barrier
    if needsBarrier, !v.contains(.asyncBarrier) { return false }
    if follower == .waiter, !v.contains(.sync) || !v.contains(.clients) { return false }
    if verb == .sync || caller == .race, !v.contains(.clients) { return false }
    // A block that waits for the queue which it occupies waits for ever.
    if caller == .inside, load == .empty || verb == .sync { return false }
    if body == .counts {
      guard target == .serial, v.contains(.countUp), v.contains(.counted) else { return false }
    }
    if group != .none {
      guard verb == .asyncGroup else { return false }
      let isNotified = group == .notified || group == .both
      let isAwaited = group == .awaited || group == .both
      if isNotified, !v.contains(.groupNotify) { return false }
      if isAwaited, !v.contains(.groupWait) || !v.contains(.clients) { return false }
    }
    return true
  }
}
