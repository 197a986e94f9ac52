import Glibc
import OQDriver
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct `A child process` {
  @Test(arguments: [0, 1, 70, 255] as [Int32])
  func `ends with its own status`(code: Int32) throws {
    let child = try ChildProcess(shell("exit \(code)"))
    #expect(child.wait() == .exited(code))
    #expect(child.poll() == .exited(code))
    #expect(child.wait() == .exited(code))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGSEGV, SIGABRT, SIGPIPE])
  func `ends by a signal`(signal: Int32) throws {
    let child = try ChildProcess(shell("kill -\(signal) $$"))
    #expect(child.wait() == .signalled(signal))
  }

  @Test func `is not ended while it runs`() throws {
    let input = try Pipe()
    var request = shell("read line; exit $line")
    request.streams.input = .descriptor(input.reader.number)
    let child = try ChildProcess(request)
    #expect(child.poll() == nil)
    try input.writer.write(Array("5\n".utf8))
    #expect(child.wait() == .exited(5))
  }

  @Test func `that cannot be started says why`() {
    #expect(throws: SystemError("posix_spawn", code: ENOENT)) {
      try ChildProcess(ProcessRequest("/nonexistent/program"))
    }
    #expect(throws: SystemError("posix_spawn", code: EACCES)) {
      try ChildProcess(ProcessRequest("/dev/null"))
    }
  }

  @Test func `gets the environment that was asked for, and no backtracer`() throws {
    var request = ProcessRequest("/usr/bin/env", environment: ProcessEnvironment(["B": "2"]))
    request.environment["A"] = "1=1"
    #expect(try output(of: request) == "A=1=1\nB=2\nSWIFT_BACKTRACE=enable=no\n")
  }

  @Test func `gets the chosen descriptors and no others`() throws {
    let first = try Pipe()
    let second = try Pipe()
    let other = try Pipe()
    // Not closed on exec, as if somebody else had opened it.
    let leak = dup(other.writer.number)
    defer { close(leak) }
    var request = shell("printf one >&3; printf two >&4; ls /proc/self/fd")
    request.descriptors = [first.writer.number, second.writer.number]
    // The directory that ls reads is one more.
    #expect(try output(of: request) == "0\n1\n2\n3\n4\n5\n")
    #expect(try first.reader.read(atMost: 10) == Array("one".utf8))
    #expect(try second.reader.read(atMost: 10) == Array("two".utf8))
  }

  @Test func `gets descriptors in the order asked for, whatever their numbers are`() throws {
    let left = try Pipe()
    let right = try Pipe()
    var low = try OwnedDescriptor.copy(of: left.writer.number, atLeast: 3)
    var high = try OwnedDescriptor.copy(of: right.writer.number, atLeast: 3)
    if high.number < low.number { swap(&low, &high) }
    for request in [[high.number, low.number], [low.number, high.number]] {
      var child = shell("printf 3 >&3; printf 4 >&4")
      child.descriptors = request
      #expect(try ChildProcess(child).wait() == .exited(0))
    }
    #expect(try left.reader.read(atMost: 10).count == 2)
    #expect(try right.reader.read(atMost: 10).count == 2)
  }

  @Test func `reads an empty input by default`() throws {
    #expect(try output(of: shell("wc -c")) == "0\n")
  }

  @Test func `starts with default signal actions`() throws {
    let before = signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, before) }
    let child = try ChildProcess(shell("kill -USR1 $$; exit 0"))
    #expect(child.wait() == .signalled(SIGUSR1))
  }

  @Test func `leads a group that is killed as a whole`() throws {
    let end = try Pipe()
    var request = shell("sleep 1000 & sleep 1000 & printf x; wait")
    request.streams.output = .descriptor(end.writer.number)
    let child = try ChildProcess(request)
    let reader = end.closingWriter()
    #expect(try reader.read(atMost: 1) == Array("x".utf8))
    child.kill()
    #expect(child.wait() == .signalled(SIGKILL))
    // The end of the file comes when the last of the group is gone.
    #expect(try reader.read(atMost: 1) == [])
  }

  @Test func `takes the rest of its group with it`() throws {
    let end = try Pipe()
    var request = shell("sleep 1000 & exit 3")
    request.streams.output = .descriptor(end.writer.number)
    let child = try ChildProcess(request)
    let reader = end.closingWriter()
    #expect(child.wait() == .exited(3))
    #expect(try reader.read(atMost: 1) == [])
  }

  @Test func `can be waited for by several threads`() throws {
    let input = try Pipe()
    var request = shell("read line; exit 7")
    request.streams.input = .descriptor(input.reader.number)
    let child = try ChildProcess(request)
    let log = try MappedLog.inProcess(capacity: 4)
    let waiters = (0..<4).map { _ in
      PlainThread { if child.wait() == .exited(7) { log.append(LogRecord()) } }
    }
    try input.writer.write(Array("\n".utf8))
    for waiter in waiters { waiter.join() }
    #expect(log.count == 4)
  }
}

@Suite struct `An exit status` {
  @Test func `is read from the word of waitpid`() {
    #expect(ProcessStatus(waitWord: 0x0300) == .exited(3))
    #expect(ProcessStatus(waitWord: 0xff00) == .exited(255))
    #expect(ProcessStatus(waitWord: 9) == .signalled(9))
    #expect(ProcessStatus(waitWord: 0x8b) == .signalled(11))
  }

  @Test func `is read from what it prints`() {
    for status in [ProcessStatus.exited(0), .exited(255), .signalled(11)] {
      #expect(ProcessStatus(status.description) == status)
    }
    for text in ["", "exited", "exited  3", "exited x", "ended 3", "exited 3 "] {
      #expect(ProcessStatus(text) == nil)
    }
  }
}

@Suite struct `An environment` {
  @Test func `keeps the first of several values and what stands after the first equals sign`() {
    let environment = ProcessEnvironment(lines: ["A=1", "B=x=y", "A=2", "none", "C="])
    #expect(environment.lines == ["A=1", "B=x=y", "C="])
  }

  @Test func `of this process has a path`() {
    #expect(ProcessEnvironment.current["PATH"] == getenv("PATH").map { String(cString: $0) })
  }
}

func shell(_ script: String) -> ProcessRequest {
  ProcessRequest("/bin/sh", arguments: ["-c", script])
}

/// What a program writes to its output until everybody who has it is gone.
func output(of request: ProcessRequest) throws -> String {
  let pipe = try Pipe()
  var request = request
  request.streams.output = .descriptor(pipe.writer.number)
  let child = try ChildProcess(request)
  let reader = pipe.closingWriter()
  var bytes: [UInt8] = []
  while true {
    let chunk = try reader.read(atMost: 4096)
    if chunk.isEmpty { break }
    bytes += chunk
  }
  child.wait()
  return String(decoding: bytes, as: UTF8.self)
}
