import Testing

import OQDriver

@Suite struct `The kernel's files about threads` {
  private let statTail =
    "1 4242 4242 0 -1 1077936192 100 0 0 0 12 34 0 0 20 0 9 0 987654 1000 50 18446744073709551615"

  @Test(arguments: ["swift", "a b", "x) S 9 (y", "", "((("])
  func `give state, times and threads, whatever the thread is called`(name: String) {
    let stat = ProcText.stat(Array("4243 (\(name)) S \(statTail)\n".utf8))
    #expect(
      stat
        == ProcText.Stat(
          state: UInt8(ascii: "S"), processorTime: 46, threadCount: 9, startTime: 987_654))
  }

  @Test(arguments: ["", "4243", "4243 (x", "4243 (x) S 1 2 3", "4243 (x) Sleep 1 1 1"])
  func `are refused when they are cut short`(text: String) {
    #expect(ProcText.stat(Array(text.utf8)) == nil)
  }

  @Test func `count how often a thread got the processor, where the kernel does`() {
    #expect(ProcText.arrivals(Array("51094 1202 27\n".utf8)) == 27)
    for text in ["0 0 0\n", "51094 1202\n", "51094 1202 x\n", ""] {
      #expect(ProcText.arrivals(Array(text.utf8)) == nil)
    }
  }

  @Test func `tell timers from other descriptors`() {
    #expect(ProcText.isTimer(link: Array("anon_inode:[timerfd]".utf8)))
    for link in ["anon_inode:[eventfd]", "/anon_inode:[timerfd]", "pipe:[7]"] {
      #expect(!ProcText.isTimer(link: Array(link.utf8)))
    }
  }

  @Test func `count switches of both kinds`() {
    let status = """
      Name:\tswift
      State:\tS (sleeping)
      Threads:\t3
      voluntary_ctxt_switches:\t1500
      nonvoluntary_ctxt_switches:\t27

      """
    #expect(ProcText.switches(Array(status.utf8)) == 1527)
    let first = "voluntary_ctxt_switches:\t1500\n"
    #expect(ProcText.switches(Array(first.utf8)) == nil)
    #expect(ProcText.switches(Array("\(first)nonvoluntary_ctxt_switches:\tx\n".utf8)) == nil)
  }

  @Test func `tell the system call of a sleeping thread`() {
    let text = "202 0x7f01 0x189 0x0 0x10 0x0 0xffffffff 0x7ffda2ccff40 0x7fd2f366b301\n"
    #expect(
      ProcText.call(Array(text.utf8))
        == .blocked(BlockedCall(number: 202, arguments: [0x7f01, 0x189, 0, 0x10, 0, 0xffff_ffff])))
    #expect(ProcText.call(Array("running\n".utf8)) == .running)
    #expect(ProcText.call(Array("-1 0x7ffda2ccff40 0x7fd2f366b301\n".utf8)) == .unknown)
    for broken in ["", "202", "202 0x1 0x2", "x 0x1 0x1 0x1 0x1 0x1 0x1 0x1 0x1", "0x1"] {
      #expect(ProcText.call(Array(broken.utf8)) == nil)
    }
  }

  @Test func `do not tell the calls of a 32-bit program`() {
    let text = "240 0x5660 0x0 0x0 0x0 0x0 0x0 0xffd1ff40 0xf7f21549\n"
    #expect(ProcText.call(Array(text.utf8)) == .unknown)
  }

  @Test func `tell an armed timer`() {
    let head = "pos:\t0\nflags:\t02004002\nclockid: 1\nticks: 0\nsettime flags: 01\n"
    let interval = "it_interval: (1, 0)\n"
    func left(_ value: String) -> Int? {
      ProcText.timeLeft(Array("\(head)it_value: \(value)\n\(interval)".utf8))
    }
    #expect(left("(0, 49406829)") == 49406)
    #expect(left("(3, 0)") == 3_000_000)
    #expect(left("(9223372036854775807, 1)") == .max)
    #expect(left("(0, 999)") == 0)
    #expect(left("(0, 0)") == nil)
    #expect(left("(soon)") == 0)
    #expect(ProcText.timeLeft(Array("pos:\t7\nflags:\t0100000\n".utf8)) == nil)
  }

  @Test func `tell descriptors through which somebody outside may act`() {
    for link in [
      "pipe:[17]", "/srv/a", "/dev/null", "/dev/shm/log", "/memfd:log (deleted)",
      "anon_inode:[eventfd]", "anon_inode:[eventpoll]", "anon_inode:[timerfd]",
    ] {
      #expect(ProcText.isInside(link: link.utf8), "\(link)")
    }
    for link in [
      "", "socket:[17]", "/dev/pts/0", "/dev/nullx", "anon_inode:inotify", "anon_inode:[signalfd]",
      "anon_inode:[io_uring]",
    ] {
      #expect(!ProcText.isInside(link: link.utf8), "\(link)")
    }
  }

  @Test func `count POSIX timers`() {
    let timer = "ID: 0\nsignal: 14/0000000000000000\nnotify: signal/pid.7\nClockID: 0\n"
    #expect(ProcText.timerCount([]) == 0)
    #expect(ProcText.timerCount(Array((timer + timer).utf8)) == 2)
  }
}

@Suite struct `A blocked call` {
  private typealias Bound = BlockedCall.Bound

  @Test(arguments: [BlockingCalls.x86_64, .aarch64])
  func `on a futex is bounded if it has a timeout`(table: BlockingCalls) {
    for op: UInt64 in [0, 0x80, 0x189, 0x89, 6, 11, 13] {
      #expect(bound(table.futex, [0x7f01, op, 0, 0, 0, 0], table) == .none)
    }
    for op: UInt64 in [0, 0x80, 6, 11, 13] {
      #expect(bound(table.futex, [0x7f01, op, 0, 0x7ffd, 0, 0], table) == .time)
    }
    // The waits of the C library end at a moment of a clock.
    #expect(
      bound(table.futex, [0x7f01, 0x189, 0, 0x7ffd, 0, 0], table)
        == .moment(.realtime, address: 0x7ffd))
    #expect(
      bound(table.futex, [0x7f01, 0x89, 0, 0x7ffd, 0, 0], table)
        == .moment(.monotonic, address: 0x7ffd))
    // A wake does not sleep; if it seems to, nothing is known.
    #expect(bound(table.futex, [0x7f01, 0x81, 0, 0, 0, 0], table) == .time)
    #expect(bound(table.futexWait, [1, 1, 1, 1, 0, 1], table) == .none)
    #expect(bound(table.futexWait, [1, 1, 1, 1, 1, 1], table) == .time)
    #expect(bound(table.futexWaitV, [1, 1, 1, 0, 1, 0], table) == .none)
    #expect(bound(table.futexWaitV, [1, 1, 1, 1, 1, 0], table) == .time)
  }

  @Test(arguments: [BlockingCalls.x86_64, .aarch64])
  func `on descriptors is bounded unless its timeout is endless`(table: BlockingCalls) {
    #expect(bound(table.epollPWait, [3, 1, 16, 0xffff_ffff, 0, 0], table) == .none)
    #expect(bound(table.epollPWait, [3, 1, 16, UInt64.max, 0, 0], table) == .none)
    #expect(bound(table.epollPWait, [3, 1, 16, 1000, 0, 0], table) == .time)
    #expect(bound(table.epollPWait2, [3, 1, 16, 0, 0, 0], table) == .none)
    #expect(bound(table.epollPWait2, [3, 1, 16, 1, 0, 0], table) == .time)
    #expect(bound(table.ppoll, [1, 1, 0, 1, 8, 0], table) == .none)
    #expect(bound(table.ppoll, [1, 1, 1, 0, 8, 0], table) == .time)
    #expect(bound(table.pselect6, [1, 1, 1, 1, 0, 1], table) == .none)
    #expect(bound(table.pselect6, [1, 1, 1, 1, 1, 1], table) == .time)
    #expect(bound(table.read, [5, 1, 1, 0, 0, 0], table) == .descriptor(5))
    #expect(bound(table.readV, [6, 1, 1, 0, 0, 0], table) == .descriptor(6))
  }

  @Test func `of the older kind is known on x86-64`() {
    let table = BlockingCalls.x86_64
    #expect(bound(232, [3, 1, 16, 0xffff_ffff, 0, 0], table) == .none)
    #expect(bound(232, [3, 1, 16, 0, 0, 0], table) == .time)
    #expect(bound(7, [1, 1, 0xffff_ffff, 0, 0, 0], table) == .none)
    #expect(bound(7, [1, 1, 250, 0, 0, 0], table) == .time)
    #expect(bound(23, [1, 1, 1, 1, 0, 0], table) == .none)
    #expect(bound(23, [1, 1, 1, 1, 1, 0], table) == .time)
  }

  @Test func `that is not known is bounded`() {
    // nanosleep, clock_nanosleep, wait4, rt_sigsuspend, restart_syscall.
    for number in [35, 230, 61, 130, 219, 60_000] {
      #expect(bound(number, [0, 0, 0, 0, 0, 0], .x86_64) == .time)
    }
    #expect(bound(202, [0, 0, 0, 0, 0, 0], nil) == .time)
  }

  @Test func `that reads is bounded unless it reads a pipe or an event counter`() {
    for link in ["pipe:[17]", "anon_inode:[eventfd]"] {
      #expect(BlockedCall.readsWithoutBound(link: link.utf8))
    }
    for link in ["", "socket:[17]", "/dev/pts/0", "anon_inode:[timerfd]", "anon_inode:[eventfd]2"] {
      #expect(!BlockedCall.readsWithoutBound(link: link.utf8))
    }
  }

  private func bound(_ number: Int, _ arguments: [UInt64], _ table: BlockingCalls?) -> Bound {
    BlockedCall(number: number, arguments: arguments).bound(table)
  }
}
