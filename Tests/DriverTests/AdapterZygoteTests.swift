import Glibc
import OQDriver
import TestSupport
import Testing

#if os(Linux)
  /// What a guard owes that is forked from a zygote of adapters: `A guarded program`.
  @Suite(
    .prompt, .limit(minutes: 1), .enabled(if: ProgramPath.find("cc") != nil, "cc is not installed"))
  struct `A zygote of adapters` {
    private let library: PreloadLibrary
    private let guards: Guards

    init() throws {
      library = try PreloadLibrary()
      guards = Guards(try builtCommand())
    }

    /// A program into which the library is loaded.
    private func start(
      _ request: ProcessRequest, to writer: borrowing OwnedDescriptor
    ) throws -> GuardedProcess {
      var request = request
      let end = writer.number
      request.streams = (.descriptor(0), .descriptor(end), .descriptor(end))
      return try library.start(request, page: library.pagePath(), guards)
    }

    /// Such a program, and all that it writes.
    private func run(_ request: ProcessRequest) throws -> (program: GuardedProcess, output: String)
    {
      let pipe = try Pipe()
      let program = try start(request, to: pipe.writer)
      #expect(program.wait() == .ended(.exited(0)))
      let reader = pipe.closingWriter()
      return (program, String(decoding: try reader.read(atMost: 4096), as: UTF8.self))
    }

    private func output(of request: ProcessRequest) throws -> String { try run(request).output }

    @Test func `forks each program of a kind, with a page of its own`() throws {
      let request = shell("printf '%s %s %s' $$ $PPID \"$OQ_POINTS_PAGE\"")
      let (first, text) = try run(request)
      let words = text.split(separator: " ")
      #expect(words.prefix(2) == ["\(first.identifier)", "\(first.guardIdentifier)"])
      let second = try output(of: request).split(separator: " ")
      #expect(words.last != second.last)
      #expect(library.zygoteIdentifiers.count == 1)
      _ = try output(of: shell("exit 0"))
      #expect(library.zygoteIdentifiers.count == 2)
    }

    @Test func `has one thread and nothing that programs would share`() throws {
      _ = try output(of: shell("exit 0"))
      let zygote = try #require(library.zygoteIdentifiers.first)
      #expect(ProcFiles.numbers(in: "/proc/\(zygote)/task") == [zygote])
      #expect(ProcFiles.numbers(in: "/proc/\(zygote)/fd") == [0, 1, 2, 3])
    }

    @Test func `gives programs what a started one has`() throws {
      let script = "ls /proc/self/fd; env | grep -c '^LD_BIND_NOW=\\|^OQ_POINTS_FORKS='; exit 0"
      // The last descriptor is the folder that is read.
      #expect(try output(of: shell(script)) == "0\n1\n2\n3\n0\n")
      #expect(!library.zygoteIdentifiers.isEmpty)
      var request = shell("printf '%s' \"$LD_BIND_NOW\"")
      request.environment["LD_BIND_NOW"] = "1"
      #expect(try output(of: request) == "1")
    }

    @Test func `is replaced when it is killed, and its programs go on`() throws {
      let request = shell("printf r; exec sleep 1000")
      let pipe = try Pipe()
      let first = try start(request, to: pipe.writer)
      let zygote = try #require(library.zygoteIdentifiers.first)
      #expect(kill(zygote, SIGKILL) == 0)
      let second = try start(request, to: pipe.writer)
      #expect(library.zygoteIdentifiers.count == 1)
      #expect(library.zygoteIdentifiers != [zygote])
      for program in [first, second] {
        #expect(program.poll() == nil)
        program.end()
        #expect(program.wait() == .ended(.signalled(SIGKILL)))
      }
    }

    /// What a program does before its main that keeps it from being copied.
    private static let early = [
      "pthread_t thread; pthread_create(&thread, 0, wait_for_ever, 0);",
      "if (fork() == 0) pause();",
      "open(\"/dev/null\", O_RDONLY);",
    ]

    @Test(arguments: early)
    func `is not made of a process that cannot be copied`(early: String) throws {
      let program = try compiled(
        """
        #include <fcntl.h>
        #include <pthread.h>
        static void *wait_for_ever(void *x) { pause(); return x; }
        __attribute__((constructor)) static void begin(void) { \(early) }

        """, [])
      #expect(try output(of: ProcessRequest(program)) == "main")
      #expect(library.zygoteIdentifiers == [])
      #expect(guards.zygote != nil)
    }

    @Test func `is not made of a program that is linked statically`() throws {
      let program = try compiled("", ["-static"])
      #expect(try output(of: ProcessRequest(program)) == "main")
      #expect(library.zygoteIdentifiers == [])
    }

    /// A program that says that its main runs.
    private func compiled(_ text: String, _ flags: [String]) throws -> String {
      let folder = library.pagePath()
      let script = """
        printf '%s\\nint main(void) { return write(1, "main", 4) - 4; }' "$1" > "$0.c"
        shift
        exec cc -w "$@" -include unistd.h -o "$0" "$0.c" -lpthread
        """
      let compiler = try ChildProcess(
        ProcessRequest("/bin/sh", arguments: ["-c", script, folder, text] + flags))
      try #require(compiler.wait() == .exited(0))
      return folder
    }
  }
#endif
