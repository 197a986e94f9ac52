import Glibc
import OQDriver
import TestSupport
import Testing

@Suite(.prompt, .limit(minutes: 1)) struct `A set of cores` {
  @Test func `of this thread names at least one core`() throws {
    let cores = try CoreSet.current()
    #expect(!cores.cores.isEmpty)
    #expect(cores.first.cores == [cores.cores[0]])
  }

  @Test func `does not depend on the order in which cores are named`() {
    #expect(CoreSet(cores: [3, 1, 3]) == CoreSet(cores: [1, 3]))
    #expect(CoreSet(cores: [3, 1, 3]).cores == [1, 3])
  }

  @Test func `that no thread can have is refused`() {
    #expect(throws: SystemError("sched_setaffinity", code: EINVAL)) {
      try CoreSet(cores: [1023]).apply()
    }
  }

  @Test func `of the process holds for all its threads, and for later ones`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let all = try CoreSet.current()
      let gate = try Pipe()
      let number = gate.reader.number
      let early = PlainThread {
        var byte: UInt8 = 0
        _ = read(number, &byte, 1)
        if (try? CoreSet.current()) != all.first { exit(1) }
      }
      try all.first.applyToProcess()
      try gate.writer.write([0])
      early.join()
      PlainThread { if (try? CoreSet.current()) != all.first { exit(2) } }.join()
      try all.applyToProcess()
      exit(try CoreSet.current() == all ? 7 : 3)
    }
  }
}
