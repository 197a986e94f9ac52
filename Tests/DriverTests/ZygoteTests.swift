import Glibc
import OQHistory
import TestSupport
import Testing

import OQDriver

#if os(Linux)
  @Suite(.prompt, .limit(minutes: 1)) struct `A zygote` {
    private let options: WorkerOptions

    init() throws {
      options = WorkerOptions(subject: "reference", executable: try builtCommand(), capacity: 1000)
    }

    @Test func `has one thread and nothing that workers would share`() throws {
      let zygote = try #require(try Zygote.start(options))
      #expect(ProcFiles.numbers(in: "/proc/\(zygote.identifier)/task") == [zygote.identifier])
      // The standard streams and the channel.
      #expect(ProcFiles.numbers(in: "/proc/\(zygote.identifier)/fd") == [0, 1, 2, 3])
    }

    @Test func `forks workers that run programs`() throws {
      let zygote = try #require(try Zygote.start(options))
      for _ in 0..<3 {
        let worker = try WorkerProcess(options, forkedFrom: zygote)
        #expect(try program(of: worker.identifier) == "--oq-zygote")
        #expect(getpgid(worker.identifier) == worker.identifier)
        for _ in 0..<3 { try expectCompletion(healthy, in: worker) }
        worker.end()
        worker.wait()
        #expect(isGone(worker.identifier))
      }
    }

    @Test func `is rehearsed with a program that comes to its end`() throws {
      let worker = try WorkerProcess(options)
      try expectCompletion(WarmUp.program, in: worker)
      #expect(try program(of: worker.identifier) == "--oq-worker")
      worker.end()
    }

    @Test func `forks no worker for programs with a main queue`() throws {
      let zygote = try #require(try Zygote.start(options))
      let worker = try WorkerProcess(options, forkedFrom: zygote)
      let text = "oqprogram 1\nqueue m main\nop a\nclient 1\n  add m a\n  until end a\n"
      #expect(worker.send(.run(try Program(parsing: text))))
      guard case .reply(.refused) = worker.receive() else {
        Issue.record("it runs on a thread that no library takes for the first one")
        return
      }
      try expectCompletion(text, in: WorkerProcess(options))
    }

    @Test func `forks guards that start workers for programs with a main queue`() throws {
      let zygote = try #require(try Zygote.start(options))
      #expect(zygote.forksWorkers)
      let worker = try WorkerProcess(options, forkedFrom: zygote, .started)
      let guardian = try parent(of: worker.identifier)
      #expect(try program(of: guardian) == "--oq-zygote")
      #expect(try program(of: worker.identifier) == "--oq-worker")
      #expect(getpgid(worker.identifier) == worker.identifier)
      let text = "oqprogram 1\nqueue m main\nop a\nclient 1\n  add m a\n  until end a\n"
      for _ in 0..<3 { try expectCompletion(text, in: worker) }
      #expect(kill(worker.identifier, SIGTERM) == 0)
      guard case .died(.signalled(SIGTERM)) = worker.receive() else {
        Issue.record("the worker lives")
        return
      }
    }

    @Test func `of a class forks guards only`() throws {
      let options = WorkerOptions(
        subject: "class:async", executable: try builtCommand(), capacity: 1000)
      let zygote = try #require(try Zygote.start(options))
      #expect(!zygote.forksWorkers)
      let supply = WorkerSupply(options)
      defer { supply.shutDown() }
      let worker = try supply.take()
      #expect(try program(of: worker.identifier) == "--oq-worker")
      #expect(try program(of: parent(of: worker.identifier)) == "--oq-zygote")
      try expectCompletion(healthy, in: worker)
      supply.dispose(of: worker)
    }

    @Test func `is one for all who want workers of a kind, and ends with the last of them`() throws
    {
      let supplies = [WorkerSupply(options), WorkerSupply(options, .started)]
      let workers = try supplies.map { try $0.take() }
      let zygotes = try workers.map { try parent(of: parent(of: $0.identifier)) }
      #expect(zygotes[0] == zygotes[1])
      for (supply, worker) in zip(supplies, workers) { supply.dispose(of: worker) }
      supplies[0].shutDown()
      #expect(try program(of: zygotes[0]) == "--oq-zygote")
      supplies[1].shutDown()
      while !isGone(zygotes[0]) { sched_yield() }
    }

    @Test func `tells its workers apart by the marks of their guards`() throws {
      let zygote = try #require(try Zygote.start(options))
      let workers = try (0..<2).map { _ in try WorkerProcess(options, forkedFrom: zygote) }
      let marks = try workers.map { try mark(of: $0.identifier) }
      #expect(Set(marks + [try mark(of: zygote.identifier)]).count == 3)
      // Without a guard the supervisor finds by the mark what is left.
      #expect(kill(try parent(of: workers[0].identifier), SIGKILL) == 0)
      _ = workers[0].receive()
      #expect(isGone(workers[0].identifier))
      try expectCompletion(healthy, in: workers[1])
    }

    @Test func `survives signals that it could be sent with everybody else`() throws {
      let zygote = try #require(try Zygote.start(options))
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
        #expect(kill(zygote.identifier, signal) == 0)
      }
      let worker = try WorkerProcess(options, forkedFrom: zygote)
      try expectCompletion(healthy, in: worker)
      // What the zygote ignores is not ignored by its workers.
      #expect(kill(worker.identifier, SIGTERM) == 0)
      guard case .died(.signalled(SIGTERM)) = worker.receive() else {
        Issue.record("the worker lives")
        return
      }
    }

    @Test func `is replaced when it is killed, and its workers go on`() throws {
      let supply = WorkerSupply(options)
      defer { supply.shutDown() }
      let first = try supply.take()
      let old = try parent(of: parent(of: first.identifier))
      #expect(try program(of: old) == "--oq-zygote")
      #expect(kill(old, SIGKILL) == 0)
      // One worker may be there already, forked before.
      let later = try (0..<2).map { _ in try supply.take() }
      for worker in [first] + later { try expectCompletion(healthy, in: worker) }
      let new = try parent(of: parent(of: later[1].identifier))
      #expect(new != old)
      #expect(try program(of: new) == "--oq-zygote")
      for worker in [first] + later { supply.dispose(of: worker) }
    }

    @Test func `of another thread or descriptor would not be forked`() {
      // The process of the tests has many of both.
      #expect(!ZygoteMain.isForkable)
    }

    @Test func `ends with its supervisor`() async throws {
      let end = try Pipe()
      let place = EndPlace(process: getpid(), descriptor: end.writer.number)
      await #expect(processExitsWith: .signal(SIGKILL)) { [place = place as EndPlace] in
        let output = OwnedDescriptor(
          owning: try check("open") {
            open("/proc/\(place.process)/fd/\(place.descriptor)", O_WRONLY)
          })
        var options = WorkerOptions(
          subject: "reference", executable: try builtCommand(), capacity: 1000)
        options.canary = 1
        let zygote = try Zygote.start(options)
        let worker = try WorkerProcess(options, forkedFrom: zygote)
        let guardian = try parent(of: worker.identifier)
        let processes = [zygote?.identifier ?? 0, guardian, worker.identifier]
        try output.write(Array(processes.map { "\($0)\n" }.joined().utf8))
        kill(getpid(), SIGKILL)
      }
      let reader = end.closingWriter()
      let text = String(decoding: try reader.read(atMost: 100), as: UTF8.self)
      let processes = text.split(separator: "\n").compactMap { pid_t($0) }
      #expect(processes.count == 3)
      while !processes.allSatisfy(isGone) { sched_yield() }
    }

    private func expectCompletion(_ text: String, in worker: WorkerProcess) throws {
      #expect(worker.send(.run(try Program(parsing: text))))
      guard case .reply(.ended(let ending)) = worker.receive() else {
        Issue.record("the worker does not answer")
        return
      }
      #expect(ending.end == .completed)
      #expect(ending.isReusable)
    }
  }

  private struct EndPlace: Codable, Sendable {
    let process: Int32
    let descriptor: Int32
  }

  private let healthy = """
    oqprogram 1
    queue q
    op a
    op b deps=a completion
    client 1
      add-group q a,b
      wait-all q
      until end b.completion

    """

  private func isGone(_ process: pid_t) -> Bool {
    // A process that nobody reaps has no program any more.
    ProcFiles.content("/proc/\(process)/cmdline")?.isEmpty ?? true
  }

  /// The word that says what the executable was started for.
  private func program(of process: pid_t) throws -> String {
    let words = try #require(ProcFiles.content("/proc/\(process)/cmdline")).split(separator: 0)
    return String(decoding: try #require(words.dropFirst().first), as: UTF8.self)
  }

  private func mark(of process: pid_t) throws -> String {
    let lines = try #require(ProcFiles.content("/proc/\(process)/environ")).split(separator: 0)
    let name = "\(GuardedProcess.markVariable)="
    return String(
      decoding: try #require(lines.first { $0.starts(with: name.utf8) }), as: UTF8.self)
  }

  /// The parent of a process.
  func parent(of process: pid_t) throws -> pid_t {
    let bytes = try #require(ProcFiles.content("/proc/\(process)/stat"))
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    return try #require((fields?.dropFirst().first).flatMap { pid_t($0) })
  }
#endif
