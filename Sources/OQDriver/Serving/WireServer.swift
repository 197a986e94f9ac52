import OQAdapters
import OQHistory
import OQSpecification
import OQWire

/// Offers a subject over the wire: the adapter's side of the protocol, for any subject.
///
/// One thread reads lines and hands calls to lanes; it never calls the subject itself but to begin
/// and to end a program.
package final class WireServer {
  private let subject: any Subject
  private let input: OwnedDescriptor
  private let lines: StampedLines
  private var lanes: [String: LaneThread] = [:]
  private var current: ServedProgram?
  private var ended = EndedPrograms<ServedProgram>()

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - subject: what is offered.
  ///   - input: where the harness' lines come from.
  ///   - output: where lines for the harness go.
  package init(
    _ subject: any Subject, input: consuming OwnedDescriptor, output: consuming OwnedDescriptor
  ) {
    self.subject = subject
    self.input = input
    lines = StampedLines(output)
  }

  /// Serves until the harness stops, or its lines end.
  ///
  /// - Returns: the line that could not be understood, if there was one; the harness was told.
  package func serve() -> WireFault? {
    var buffer = LineBuffer()
    while let bytes = try? input.read(atMost: 1 << 16), !bytes.isEmpty {
      buffer.receive(bytes)
      do throws(WireFault) {
        while let line = try WireServer.nextLine(&buffer) {
          guard try take(line) else { return nil }
        }
      } catch {
        lines.tell(.error(error.description))
        return error
      }
    }
    return nil
  }

  private static func nextLine(_ buffer: inout LineBuffer) throws(WireFault) -> String? {
    switch buffer.next() {
    case .none: return nil
    case .line(let line): return line
    case .tooLong(let start): throw WireFault(.tooLong, line: start)
    case .notText(let line): throw WireFault(.notText, line: line)
    }
  }

  /// What the subject offers of what the wire has words for: it names no threads, pumps no loop and
  /// makes no dispatch queues.
  private var offered: SubjectDescription {
    let description = subject.description
    return SubjectDescription(
      name: description.name, version: description.version,
      capabilities: description.capabilities.filter {
        ![.mainQueue, .threadIdentity, .dispatch, .sources].contains($0)
      }, stepBound: description.stepBound)
  }

  /// Takes one line; false for the last one.
  private func take(_ line: String) throws(WireFault) -> Bool {
    switch try HarnessMessage.parse(line) {
    case nil: break
    case .hello(let version, _):
      guard version == WireProtocol.version else { throw WireFault(.version(version), line: line) }
      lines.tell(.hello(protocol: WireProtocol.version, offered))
    case .ping(let id): lines.tell(.pong(id))
    case .stop: return false
    case .begin(let number, let held):
      guard current == nil else { throw WireFault(.outOfTurn("'end' before 'begin'"), line: line) }
      ended.makeRoom()
      lines.begin(number)
      let program = ServedProgram(number, held: held, lines: lines)
      current = program
      program.begin(subject)
      lines.tell(.begun(program: number))
    case .end(let number):
      guard let program = current, program.number == number else {
        throw WireFault(.outOfTurn("'end' of the program that runs"), line: line)
      }
      lines.end(number)
      program.close()
      ended.keep(program)
      current = nil
    case .release(let lane): try running(line).release(lane)
    case .call(let call):
      let program = try running(line)
      program.hand(call)
      if CallbackName.isClient(call.lane) { runLane(call.lane, of: program) }
    }
    return true
  }

  private func running(_ line: String) throws(WireFault) -> ServedProgram {
    guard let current else { throw WireFault(.outOfTurn("'begin' first"), line: line) }
    return current
  }

  /// Lets the thread of a lane that is no callback work for a program.
  private func runLane(_ name: String, of program: ServedProgram) {
    guard program.claim(name) else { return }
    var thread = lanes[name]
    // One that is on its way out of the last program gets a moment, one that is stuck is left.
    for _ in 0..<1_000 {
      guard let busy = thread, !busy.isIdle else { break }
      Monotonic.sleep(microseconds: 1_000)
    }
    if thread?.isIdle != true {
      thread?.finish()
      thread = LaneThread()
    }
    lanes[name] = thread
    thread?.run { _ in program.work(name, until: .over) }
  }
}

extension CallbackName {
  /// Whether a lane is no callback: a client, or one of the harness.
  fileprivate static func isClient(_ lane: String) -> Bool {
    lane == WireNames.setup || lane.hasPrefix("-")
      || lane.hasPrefix("client") && Int(lane.dropFirst(6)) != nil
  }
}
