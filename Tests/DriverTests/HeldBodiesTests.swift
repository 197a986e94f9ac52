import OQAdapters
import OQHistory
import TestSupport
import Testing

import OQDriver

@Suite(.limit(minutes: 1)) struct HeldBodiesTests {
  private static let hour = 3_600_000_000

  @Test func `bodies that never begin are not waited for once nothing moves`() {
    let seen = HeldBodies.measure(on: Idle(), queues: 2, patience: Self.hour) { isStill in
      isStill()
    }
    #expect(seen.bodies == 0)
  }
}

/// A subject that takes everything and runs nothing.
private struct Idle: Subject {
  var description: SubjectDescription {
    SubjectDescription(name: "idle", version: "1", capabilities: [])
  }

  func session(_ probe: any Probe) -> any Session { IdleSession() }
}

private final class IdleSession: Session {
  func make(_ queue: QueueID) {}
  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {}
  func perform(_ command: Command) -> Outcome { .done }
  func drop(_ handle: Handle) {}
}
