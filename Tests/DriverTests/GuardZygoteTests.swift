import Glibc
import OQDriver
import TestSupport
import Testing

#if os(Linux)
  @Suite(.prompt, .limit(minutes: 1)) struct `A zygote of guards` {
    private let guards: Guards

    init() throws { guards = Guards(try builtCommand()) }

    /// A program under a guard that was forked, and what it writes.
    private func output(of request: ProcessRequest) throws -> String {
      let pipe = try Pipe()
      var request = request
      request.streams = (.null, .descriptor(pipe.writer.number), .null)
      let program = try guards.start(request)
      let reader = pipe.closingWriter()
      #expect(program.wait() == .ended(.exited(0)))
      return String(decoding: try reader.read(atMost: 4096), as: UTF8.self)
    }

    @Test func `has one thread and nothing that programs would share`() throws {
      let zygote = try #require(try GuardZygote.start(builtCommand()))
      #expect(ProcFiles.numbers(in: "/proc/\(zygote.identifier)/task") == [zygote.identifier])
      #expect(ProcFiles.numbers(in: "/proc/\(zygote.identifier)/fd") == [0, 1, 2, 3])
    }

    @Test func `passes arguments and variables on as they are`() throws {
      var request = ProcessRequest(
        "/bin/sh",
        arguments: ["-c", #"printf '<%s>' "$@" "$OQ_EMPTY" "$OQ_WORDS""#, "", "", "a b", "ü\n"])
      request.environment["OQ_EMPTY"] = ""
      request.environment["OQ_WORDS"] = "x=1 y\tz"
      #expect(try output(of: request) == "<><a b><ü\n><><x=1 y\tz>")
    }

    @Test func `gives no descriptor to a program but its own`() throws {
      let request = ProcessRequest("/bin/ls", arguments: ["/proc/self/fd"])
      // The last one is the folder that is read.
      #expect(try output(of: request) == "0\n1\n2\n3\n")
    }

    @Test func `forks each guard, and leaves what does not fit to one that is started`() throws {
      let small = try guards.start(shell("exec sleep 1000"))
      let zygote = try #require(guards.zygote)
      #expect(try parent(of: small.guardIdentifier) == zygote.identifier)
      var request = shell("exec sleep 1000")
      request.environment["OQ_LARGE"] = String(repeating: "x", count: 101_000)
      let large = try guards.start(request)
      #expect(try parent(of: large.guardIdentifier) == getpid())
      #expect(guards.zygote === zygote)
      for program in [small, large] {
        program.end()
        #expect(program.wait() == .ended(.signalled(SIGKILL)))
      }
    }

    @Test func `is replaced when it is killed, and its guards go on`() throws {
      let first = try guards.start(shell("exec sleep 1000"))
      let old = try #require(guards.zygote?.identifier)
      #expect(kill(old, SIGKILL) == 0)
      let second = try guards.start(shell("exec sleep 1000"))
      let new = try #require(guards.zygote?.identifier)
      #expect(new != old)
      #expect(try parent(of: second.guardIdentifier) == new)
      #expect(first.poll() == nil)
      for program in [first, second] {
        program.end()
        #expect(program.wait() == .ended(.signalled(SIGKILL)))
      }
    }

    @Test func `ends with those who want guards`() throws {
      var own: Guards? = Guards(try builtCommand())
      let program = try own?.start(shell("exec sleep 1000"))
      let zygote = try #require(own?.zygote?.identifier)
      own = nil
      // Its end is waited for.
      #expect(ProcFiles.content("/proc/\(zygote)/cmdline") == nil)
      #expect(program?.poll() == nil)
    }
  }
#endif
