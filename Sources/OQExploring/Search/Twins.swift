import OQHistory
import OQModel
import OQSpecification

/// Operations that can change places: symmetry reduction.
///
/// Twins are declared alike, nobody depends on them, and no code of theirs takes steps. Once no
/// step to come names one of them alone, a scene in which two of them have changed places goes on
/// in the same way. So of all such scenes only one is kept: that in which twins are in order.
final class Twins {
  /// Classes of operations that are declared alike.
  let classes: [[Int]]
  private let code: SceneCode
  private let stage: Stage
  private var scene: Scene
  private var groups: [[Group]] = []
  private var moved: [[UInt64]: UInt64] = [:]

  /// Twins that may change places while the harness is the same.
  private struct Group {
    let operations: [Int]
    /// In which sets of open calls each of them is.
    let sets: [UInt64]
  }

  /// The classes of a program, none where nothing is certain.
  static func classes(
    _ stage: Stage, _ lookout: Lookout, _ profile: Profile, leftOut: Set<Branch>
  ) -> [[Int]] {
    // Profile reference looks at the order of adds.
    guard profile != .reference, leftOut.isEmpty, !stage.hasRepeats,
      stage.commands.allSatisfy({ verbs.contains($0.verb) }),
      !stage.program.operations.contains(where: { $0.kind == .barrier })
    else { return [] }
    let operations = stage.program.operations
    let needed = Set(operations.flatMap(\.dependencies).map(\.index))
    var classes: [[Int]] = []
    for index in operations.indices where !needed.contains(index) {
      guard isPlain(index, stage, lookout) else { continue }
      let place = classes.firstIndex { isAlike(operations[$0[0]], operations[index]) }
      if let place { classes[place].append(index) } else { classes.append([index]) }
    }
    return classes.filter { $0.count > 1 }
  }

  private static let verbs: Set<Verb> = [
    .add, .addBlock, .addGroup, .addGroupWaiting, .cancel, .cancelAll, .resume, .setLimit, .wait,
    .waitAll, .isFinished, .isCancelled, .isExecuting, .isReady, .isSuspended, .limit,
    .operationCount,
  ]

  private static func isPlain(_ index: Int, _ stage: Stage, _ lookout: Lookout) -> Bool {
    let isSighted = lookout.sights.contains { sight in
      switch sight {
      case .begin(let callback), .end(let callback): callback.operation.index == index
      case .call, .returned, .answered, .rejected: false
      }
    }
    return !isSighted
      && stage.parts.allSatisfy { $0.cues.isEmpty || $0.callback?.operation.index != index }
  }

  private static func isAlike(_ one: Program.Operation, _ other: Program.Operation) -> Bool {
    var renamed = other
    renamed.name = one.name
    return renamed == one
  }

  init(_ classes: [[Int]], _ code: SceneCode, _ play: Play) {
    self.classes = classes
    self.code = code
    stage = play.stage
    scene = play.opening
  }

  /// Puts the twins of a scene in order.
  func settle(_ row: UnsafeMutablePointer<UInt64>) {
    let harness = code.harness(row)
    learn(harness)
    guard !groups[harness].isEmpty else { return }
    var isMoved = false
    var sets = groups[harness].map(\.sets)
    for (place, group) in groups[harness].enumerated() {
      var pairs = group.operations.indices.map { twin in
        UInt64(code.operation(group.operations[twin], row)) << 16 | group.sets[twin]
      }
      pairs.sort()
      for (twin, index) in group.operations.enumerated() {
        let target = code.operationPlaces[index]
        let changed = UInt64(code.operation(index, row)) ^ pairs[twin] >> 16
        row[target.word] ^= changed << target.shift
        sets[place][twin] = pairs[twin] & 0xFFFF
      }
      if sets[place] != group.sets { isMoved = true }
    }
    guard isMoved else { return }
    let changed = UInt64(harness) ^ number(harness, sets)
    row[code.harnessPlace.word] ^= changed << code.harnessPlace.shift
  }

  /// How many scenes a scene in order stands for at most.
  func orbit(_ row: UnsafePointer<UInt64>) -> Double {
    let harness = code.harness(row)
    learn(harness)
    var orbit = 1.0
    for group in groups[harness] {
      var counts: [UInt64: Int] = [:]
      for (twin, index) in group.operations.enumerated() {
        counts[UInt64(code.operation(index, row)) << 16 | group.sets[twin], default: 0] += 1
        orbit *= Double(twin + 1)
      }
      for count in counts.values { for factor in 1..<(count + 1) { orbit /= Double(factor) } }
    }
    return orbit
  }

  /// The harness with twins in other sets of its open calls.
  private func number(_ harness: Int, _ sets: [[UInt64]]) -> UInt64 {
    let key = [UInt64(harness)] + sets.joined()
    if let number = moved[key] { return number }
    code.readHarness(harness, into: &scene)
    for (group, sets) in zip(groups[harness], sets) {
      for (index, bits) in zip(group.operations, sets) {
        for call in scene.state.calls.indices {
          scene.state.calls[call].todo.remove(index)
          scene.state.calls[call].checked.remove(index)
          if bits >> UInt64(call * 2) & 1 == 1 { scene.state.calls[call].todo.insert(index) }
          if bits >> UInt64(call * 2 + 1) & 1 == 1 { scene.state.calls[call].checked.insert(index) }
        }
      }
    }
    let number = code.harnessNumber(scene)
    moved[key] = number
    return number
  }

  private func learn(_ harness: Int) {
    while groups.count <= harness {
      code.readHarness(groups.count, into: &scene)
      groups.append(currentGroups())
    }
  }

  private func currentGroups() -> [Group] {
    let calls = scene.state.calls
    // A set of sets has room for those of so many calls.
    guard calls.count <= 8 else { return [] }
    let names = Names(scene, stage, countsWaits: true)
    let named = names.operations.union(names.cancelled)
    return classes.compactMap { twins in
      let free = twins.filter { !named.contains($0) }
      guard free.count > 1 else { return nil }
      let sets = free.map { index in
        calls.indices.reduce(into: UInt64(0)) { bits, call in
          if calls[call].todo.contains(index) { bits |= 1 << UInt64(call * 2) }
          if calls[call].checked.contains(index) { bits |= 1 << UInt64(call * 2 + 1) }
        }
      }
      return Group(operations: free, sets: sets)
    }
  }
}
