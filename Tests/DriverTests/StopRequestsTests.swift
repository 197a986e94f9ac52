import Glibc
import OQDriver
import TestSupport
import Testing

/// Signals change the process that gets them, so each test runs in a process of its own.
@Suite(.prompt, .limit(minutes: 1)) struct `Requests to stop` {
  @Test func `are none, then to end the run, then to end at once`() {
    #expect(StopRequest(afterSignals: 0) == .none)
    #expect(StopRequest(afterSignals: 1) == .endRun)
    #expect(StopRequest(afterSignals: 2) == .endAtOnce)
    #expect(StopRequest(afterSignals: 7) == .endAtOnce)
    #expect(StopRequest.none < .endRun && .endRun < .endAtOnce)
  }

  @Test func `come with the first signal, which the process survives`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let requests = try StopRequests.watch()
      guard requests.current == .none, !isReadable(requests.descriptor, within: 0) else { exit(1) }
      kill(getpid(), SIGTERM)
      guard isReadable(requests.descriptor, within: -1) else { exit(2) }
      exit(requests.current == .endRun ? 7 : 3)
    }
  }

  @Test func `of any two kinds end the process by the second one`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      let requests = try StopRequests.watch()
      kill(getpid(), SIGTERM)
      guard isReadable(requests.descriptor, within: -1) else { exit(1) }
      kill(getpid(), SIGINT)
      while true { pause() }
    }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let requests = try StopRequests.watch()
      kill(getpid(), SIGTERM)
      guard isReadable(requests.descriptor, within: -1) else { exit(1) }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test func `come with SIGPIPE ignored`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      _ = try StopRequests.watch()
      let pipe = try Pipe()
      let writer = pipe.closingReader()
      do throws(SystemError) {
        try writer.write([1])
      } catch {
        exit(error == SystemError("write", code: EPIPE) ? 7 : 1)
      }
    }
  }
}

private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
  var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    let count = poll(&wait, 1, milliseconds)
    if count >= 0 || errno != EINTR { return count > 0 }
  }
}
