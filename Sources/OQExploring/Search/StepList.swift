/// Where each step from each scene leads, and what is sighted on the way.
struct StepList {
  /// The scenes to which the steps lead, by the scene from which they lead.
  private(set) var targets: [UInt32] = []
  /// The place of what is sighted on each of them plus 1, or 0.
  private(set) var sights: [UInt8] = []
  /// The place behind the last step of each scene.
  private(set) var ends: [Int] = []
  /// Scenes in which a run may end.
  private(set) var rests: [Int] = []
  /// Those of them in which a client waits.
  private(set) var stalls: [Int] = []

  /// Notes a step from the scene that is not closed yet.
  mutating func append(_ target: Int, _ sighted: UInt64) {
    precondition(sighted.nonzeroBitCount <= 1, "one thing is sighted at a time")
    targets.append(UInt32(target))
    sights.append(sighted == 0 ? 0 : UInt8(sighted.trailingZeroBitCount + 1))
  }

  /// The scene has no more steps.
  mutating func close() { ends.append(targets.count) }

  /// A run may end in a scene, in which all clients have come to their end or not.
  mutating func rest(at scene: Int, isOver: Bool) {
    rests.append(scene)
    if !isOver { stalls.append(scene) }
  }
}
