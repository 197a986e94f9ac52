import OQHistory

/// Where one lane of a program is, as the harness knows it.
struct LaneScript {
  /// What a call that was sent is for.
  enum Purpose {
    /// It makes an object, or lets one of a canary's go.
    case make
    /// It shows that the thread of the lane is there.
    case sign
    /// It makes what a declaration says.
    case setup(Command)
    /// It is a step of the lane.
    case command(Command)
    /// It stands for a harness step.
    case step(Step)
    /// It reads what a step waits for.
    case poll(Command, Outcome.Value)
    /// It belongs to a canary.
    case canary(Command)
  }

  /// A call that was sent and has not come back.
  struct Sent {
    let id: Int
    let purpose: Purpose
  }

  /// The lane in histories; nil for that of canaries.
  let lane: Lane?
  let steps: [Step]
  /// Whether a call is sent only once the one before it has come back.
  let isSerial: Bool
  /// The next step.
  var position = 0
  /// Steps that have come back.
  var concluded = 0
  /// Calls in their order.
  var sent = SentCalls()
  /// Whether the thread is there: a client's always is, a callback's once it was entered.
  var isThere: Bool
  /// Whether the lane has left.
  var isGone = false
  /// Whether a callback was told to return.
  var isReleased = false
  /// Whether the lane waits for the record of a step before it goes on.
  var awaitsRecord = false
  /// Whether the lane reads an accessor again and again.
  var isPolling = false
  /// The meeting at which the lane has arrived.
  var meeting: Int?
  /// The last stamp of something that the lane did.
  var last = 0

  init(_ lane: Lane?, _ steps: [Step], isThere: Bool, isSerial: Bool = false) {
    self.lane = lane
    self.steps = steps
    self.isThere = isThere
    self.isSerial = isSerial
  }

  var next: Step? { position < steps.count ? steps[position] : nil }

  /// Whether everything of the lane has been done.
  var isDone: Bool { position == steps.count && sent.isEmpty && !isPolling }
}

/// Calls that were sent on a lane and have not come back, oldest first.
struct SentCalls {
  private var all: [LaneScript.Sent] = []
  private var head = 0

  /// The calls, oldest first.
  var calls: ArraySlice<LaneScript.Sent> { all[head...] }
  var first: LaneScript.Sent? { head < all.count ? all[head] : nil }
  var count: Int { all.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ call: LaneScript.Sent) { all.append(call) }

  mutating func removeFirst() {
    head += 1
    guard head == all.count else { return }
    all.removeAll(keepingCapacity: true)
    head = 0
  }
}
