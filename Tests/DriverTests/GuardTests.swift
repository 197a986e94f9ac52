import Glibc
import OQDriver
import TestSupport
import Testing

/// How a guard comes into being.
private enum Origin: Codable, Sendable {
  case started, forked
  /// Forked from a copy of the program that it guards.
  case copied

  static let all = [started, forked] + (ProgramPath.find("cc") == nil ? [] : [copied])
}

@Suite(.prompt, .limit(minutes: 1)) struct `A guarded program` {
  @Test(
    arguments: [ProcessStatus.exited(0), .exited(3), .signalled(SIGKILL), .signalled(SIGSEGV)],
    Origin.all)
  fileprivate func `ends with its own status`(status: ProcessStatus, origin: Origin) throws {
    let script =
      switch status {
      case .exited(let code): "exit \(code)"
      case .signalled(let signal): "kill -\(signal) $$"
      }
    let program = try guarded(shell(script), origin)
    #expect(program.wait() == .ended(status))
    #expect(program.poll() == .ended(status))
    #expect(program.wait() == .ended(status))
  }

  @Test(arguments: Origin.all)
  fileprivate func `that cannot be started says why`(origin: Origin) {
    #expect(throws: SystemError("posix_spawn", code: ENOENT)) {
      try guarded(ProcessRequest("/nonexistent/program"), origin)
    }
    #expect(throws: SystemError("posix_spawn", code: ENOENT)) {
      try GuardedProcess(shell("exit 0"), guardExecutable: "/nonexistent/guard")
    }
  }

  @Test func `is not started by an executable that is no guard`() {
    #expect(throws: SystemError("guard", code: ECHILD)) {
      try GuardedProcess(shell("exit 0"), guardExecutable: "/bin/true")
    }
  }

  @Test(arguments: [Origin.started, .forked])
  fileprivate func `has its streams and descriptors for itself`(origin: Origin) throws {
    let input = try Pipe()
    let first = try Pipe()
    let second = try Pipe()
    var request = shell("cat >&3; exec 0<&- 4>&-; printf x >&3; exec sleep 1000")
    request.streams.input = .descriptor(input.reader.number)
    request.descriptors = [first.writer.number, second.writer.number]
    let program = try guarded(request, origin)
    let writer = input.closingReader()
    let third = second.closingWriter()
    try writer.write(Array("hello".utf8))
    #expect(try first.reader.read(atMost: 10) == Array("hello".utf8))
    _ = consume writer
    #expect(try first.reader.read(atMost: 10) == Array("x".utf8))
    // The program has closed descriptor 4; the guard must not hold it open.
    #expect(try third.read(atMost: 1) == [])
    program.end()
    #expect(program.wait() == .ended(.signalled(SIGKILL)))
  }

  @Test(arguments: Origin.all)
  fileprivate func `leaves nothing when it ends, not even what double-forked`(
    origin: Origin
  ) throws {
    let tree = try Tree(origin, words: 0, script: "\(daemons) exit 4")
    #expect(tree.program.wait() == .ended(.exited(4)))
    // No waiting: all that had the pipe is gone before the end is reported.
    #expect(tree.isGone)
  }

  @Test(arguments: Origin.all)
  fileprivate func `is ended with all of its tree, though it ignores signals`(
    origin: Origin
  ) throws {
    let script = "trap '' TERM INT HUP; \(daemons) printf r; while :; do sleep 1000; done"
    let tree = try Tree(origin, words: 3, script: script)
    #expect(tree.program.poll() == nil)
    tree.program.end()
    #expect(tree.program.wait() == .ended(.signalled(SIGKILL)))
    #expect(tree.isGone)
  }

  @Test(arguments: Origin.all)
  fileprivate func `is ended when nobody refers to it any more`(origin: Origin) throws {
    let output = try TreeOutput()
    let script = "\(output.opening) \(daemons) exec sleep 1000"
    var program: GuardedProcess? = try guarded(shell(script), origin)
    try output.wait(forWords: 2)
    #expect(program?.poll() == nil)
    program = nil
    #expect(output.hasEnded)
  }

  @Test(arguments: Origin.all)
  fileprivate func `survives signals that the guard could be sent with everybody else`(
    origin: Origin
  ) throws {
    let tree = try Tree(origin, words: 1, script: "printf r; read line; exit 5")
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      #expect(kill(tree.program.guardIdentifier, signal) == 0)
    }
    try tree.input.write(Array("\n".utf8))
    #expect(tree.program.wait() == .ended(.exited(5)))
  }

  @Test(arguments: Origin.all)
  fileprivate func `is ended with all of its tree when its guard is killed`(
    origin: Origin
  ) throws {
    let tree = try Tree(origin, words: 3, script: "\(daemons) printf r; exec sleep 1000")
    #expect(kill(tree.program.guardIdentifier, SIGKILL) == 0)
    #expect(tree.program.wait() == .guardLost)
    #expect(tree.program.poll() == .guardLost)
    #expect(tree.isGone)
  }

  @Test(arguments: Origin.all)
  fileprivate func `is ended with all of its tree when its supervisor is killed`(
    origin: Origin
  ) async throws {
    let end = try Pipe()
    let place = EndPlace(process: getpid(), descriptor: end.writer.number, origin: origin)
    await #expect(processExitsWith: .signal(SIGKILL)) { [place = place as EndPlace] in
      let output = OwnedDescriptor(
        owning: try check("open") {
          open("/proc/\(place.process)/fd/\(place.descriptor)", O_WRONLY)
        })
      var request = shell("\(daemons) printf r >&2; exec sleep 1000")
      request.streams.output = .descriptor(output.number)
      let ready = try Pipe()
      request.streams.error = .descriptor(ready.writer.number)
      let program = try guarded(request, place.origin)
      _ = try ready.reader.read(atMost: 1)
      kill(getpid(), SIGKILL)
      program.wait()
    }
    let reader = end.closingWriter()
    #expect(try readToEnd(of: reader).allSatisfy { $0 == UInt8(ascii: "d") })
  }
}

@Suite struct `The report of a guard` {
  @Test func `is read from pieces of any length`() {
    let bytes = Array("started 17 16\nexited 3\n".utf8)
    for cut in 0...bytes.count {
      var report = GuardReport()
      report.receive(bytes[..<cut])
      report.receive(bytes[cut...])
      #expect(report.last == .ended(.exited(3)))
    }
  }

  @Test func `says only what is complete`() {
    var report = GuardReport()
    report.receive("started 17 16\nexited 3".utf8)
    #expect(report.last == .started(17, guardian: 16))
  }

  @Test func `leaves out lines that a guard does not write`() {
    var report = GuardReport()
    report.receive("failed 2\n\nfailed\nfailed x\nstarted 1\nhello world\n".utf8)
    #expect(report.last == .failed(2))
  }

  @Test func `is read from what it prints`() {
    for line: GuardReport.Line in [
      .started(1, guardian: 2), .failed(2), .ended(.exited(3)), .ended(.signalled(4)),
    ] {
      #expect(GuardReport.Line(line.description) == line)
    }
  }
}

/// Two processes that leave session, group and parent, then say `d`, hold the output and stay.
private let daemons = """
  (setsid sh -c 'printf d; exec sleep 1000' & exit 0); (setsid sh -c 'printf d; exec sleep 1000' & );
  """

/// A guarded program that says `r` when it is ready.
private final class Tree {
  let program: GuardedProcess
  let input: OwnedDescriptor
  private let output: TreeOutput

  /// Starts a script and waits until it and its daemons have said so many words.
  init(_ origin: Origin, words: Int, script: String) throws {
    output = try TreeOutput()
    let input = try Pipe()
    var request = shell("\(output.opening) \(script)")
    request.streams.input = .descriptor(input.reader.number)
    program = try guarded(request, origin)
    self.input = input.closingReader()
    try output.wait(forWords: words)
  }

  var isGone: Bool { output.hasEnded }
}

/// The output of a program and of all that descends from it: its end shows that they are gone.
///
/// It is a named pipe that only they open for writing. Of a pipe that this process makes, whatever
/// another test starts at that moment has a copy until its exec, and may hold it open for longer
/// than the program lives.
private final class TreeOutput {
  private let folder: ScratchFolder
  private let path: String
  private let reader: OwnedDescriptor

  init() throws {
    let folder = try ScratchFolder(name: "oq-guard-tests")
    let path = "\(folder.path)/output"
    try check("mkfifo") { mkfifo(path, 0o600) }
    // Without `O_NONBLOCK` the call returns only when somebody has opened the other end.
    reader = OwnedDescriptor(
      owning: try check("open") { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) })
    (self.folder, self.path) = (folder, path)
  }

  /// The first command of a script, which makes this the output of all that it does.
  var opening: String { "exec >'\(path)';" }

  /// Waits until so many words of one letter have been said.
  func wait(forWords words: Int) throws {
    var said = 0
    while said < words {
      _ = reader.isReadable(within: -1)
      let bytes = try reader.read(atMost: 8)
      try #require(!bytes.isEmpty, "the program ended early")
      said += bytes.count
    }
  }

  /// Whether the end of the file comes after what can be read without waiting.
  ///
  /// A pipe that nobody has opened for writing yet has not ended.
  var hasEnded: Bool {
    while reader.isReadable(within: 0) {
      guard let bytes = try? reader.read(atMost: 64) else { return false }
      if bytes.isEmpty { return true }
    }
    return false
  }
}

private struct EndPlace: Codable, Sendable {
  let process: Int32
  let descriptor: Int32
  let origin: Origin
}

/// The guards that are forked in these tests, and what copies programs.
private let forkedGuards = Result { Guards(try builtCommand()) }
private let library = Result { try PreloadLibrary() }

private func guarded(_ request: ProcessRequest, _ origin: Origin) throws -> GuardedProcess {
  var request = request
  // What a broken guard leaves behind must not hold the output of the tests open.
  if request.streams.error == .inherited { request.streams.error = .null }
  switch origin {
  case .started: return try GuardedProcess(request, guardExecutable: builtCommand())
  case .forked:
    let guards = try forkedGuards.get()
    defer { #expect(guards.zygote != nil) }
    return try guards.start(request)
  case .copied: return try copied(request)
  }
}

/// A program under a guard that is forked with it.
private func copied(_ request: ProcessRequest) throws -> GuardedProcess {
  let null = OwnedDescriptor(owning: try check("open") { open("/dev/null", O_RDWR | O_CLOEXEC) })
  func descriptor(_ stream: ProcessRequest.Stream) -> ProcessRequest.Stream {
    if case .descriptor = stream { stream } else { .descriptor(null.number) }
  }
  var request = request
  request.streams = (
    descriptor(request.streams.input), descriptor(request.streams.output),
    descriptor(request.streams.error)
  )
  let (library, guards) = (try library.get(), Guards(try builtCommand()))
  defer { #expect(guards.zygote == nil) }
  return try library.start(request, page: library.pagePath(), guards)
}

/// Everything until all writers are gone.
private func readToEnd(of reader: borrowing OwnedDescriptor) throws -> [UInt8] {
  var bytes: [UInt8] = []
  while true {
    let chunk = try reader.read(atMost: 4096)
    if chunk.isEmpty { return bytes }
    bytes += chunk
  }
}
