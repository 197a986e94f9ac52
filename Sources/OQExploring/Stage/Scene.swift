import OQHistory
import OQModel

/// One state of a run: that of the model, and how far each lane has come.
struct Scene {
  /// How far a lane has come, in one word.
  struct Progress: Hashable {
    /// Whether the lane is there.
    enum Presence: UInt32 {
      case absent, present, gone
    }

    var word: UInt32

    init(word: UInt32 = 0) { self.word = word }

    /// The step that comes next.
    var next: Int {
      get { Int(word & 0xFF) }
      set { word = word & ~0xFF | UInt32(newValue) }
    }

    var presence: Presence {
      get { Presence(rawValue: word >> 8 & 3) ?? .gone }
      set { word = word & ~0x300 | newValue.rawValue << 8 }
    }

    /// Whether the lane has arrived at the meeting that it waits for, or has read what it waits
    /// for.
    var isReady: Bool {
      get { word & 0x400 != 0 }
      set { word = newValue ? word | 0x400 : word & ~0x400 }
    }

    /// Whether its gate is open.
    var isOpen: Bool {
      get { word & 0x800 != 0 }
      set { word = newValue ? word | 0x800 : word & ~0x800 }
    }

    /// Whether it has an open call.
    var isCalling: Bool {
      get { word & 0x1000 != 0 }
      set { word = newValue ? word | 0x1000 : word & ~0x1000 }
    }

    /// How the open call will end: the number of an outcome.
    var outcome: Int {
      get { Int(word >> 16) }
      set { word = word & 0xFFFF | UInt32(newValue) << 16 }
    }
  }

  var state: State
  /// By part.
  var lanes: [Progress]
  /// How many lanes have come to each meeting.
  var arrived: [UInt8]
  /// What the lookout has seen.
  var seen: UInt64 = 0

  init(_ stage: Stage, _ model: Model) {
    state = model.initial
    lanes = stage.parts.map { part in
      var lane = Progress()
      if part.callback == nil { lane.presence = .present }
      return lane
    }
    arrived = stage.parties.map { _ in 0 }
  }

  /// Becomes a copy of another scene of the same stage, in the memory that it has.
  mutating func assign(_ other: Scene) {
    for index in other.state.operations.indices {
      state.operations[index] = other.state.operations[index]
    }
    for index in other.state.queues.indices { state.queues[index] = other.state.queues[index] }
    assignHarness(other)
  }

  /// Takes over everything but operations and queues.
  mutating func assignHarness(_ other: Scene) {
    state.calls.removeAll(keepingCapacity: true)
    for call in other.state.calls { state.calls.append(call) }
    state.returnedAdds = other.state.returnedAdds
    for index in other.lanes.indices { lanes[index] = other.lanes[index] }
    for index in other.arrived.indices { arrived[index] = other.arrived[index] }
    seen = other.seen
  }
}
