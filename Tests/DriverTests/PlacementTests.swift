import Glibc
import OQDriver
import Testing

@Suite struct `A placement` {
  @Test func `of this thread names at least one core`() throws {
    let placement = try Placement.current()
    #expect(!placement.cores.isEmpty)
    #expect(placement.firstCore.cores == [placement.cores[0]])
  }

  @Test func `does not depend on the order in which cores are named`() {
    #expect(Placement(cores: [3, 1, 3]) == Placement(cores: [1, 3]))
    #expect(Placement(cores: [3, 1, 3]).cores == [1, 3])
  }

  @Test func `that no thread can have is refused`() {
    #expect(throws: SystemError("sched_setaffinity", code: EINVAL)) {
      try Placement(cores: [1023]).apply()
    }
  }

  @Test func `of the process holds for all its threads, and for later ones`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let all = try Placement.current()
      let gate = try Pipe()
      let number = gate.reader.number
      let early = PlainThread {
        var byte: UInt8 = 0
        _ = read(number, &byte, 1)
        if (try? Placement.current()) != all.firstCore { exit(1) }
      }
      try all.firstCore.applyToProcess()
      try gate.writer.write([0])
      early.join()
      PlainThread { if (try? Placement.current()) != all.firstCore { exit(2) } }.join()
      try all.applyToProcess()
      exit(try Placement.current() == all ? 7 : 3)
    }
  }
}
