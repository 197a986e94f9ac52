/// Readers of the contents of the kernel's files about processes, as `proc(5)` describes them.
///
/// All are pure; `nil` means that the contents are not what they should be.
package enum ProcText {
  /// What is used of `/proc/PID/task/TID/stat`.
  package struct Stat: Equatable {
    var state: UInt8
    var processorTime: UInt64
    var threadCount: Int
    var startTime: UInt64

    /// What a file says, value by value.
    package init(state: UInt8, processorTime: UInt64, threadCount: Int, startTime: UInt64) {
      self.state = state
      self.processorTime = processorTime
      self.threadCount = threadCount
      self.startTime = startTime
    }
  }

  /// Reads `stat`: the name in parentheses may hold anything, parentheses and blanks included.
  package static func stat(_ bytes: [UInt8]) -> Stat? {
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    // Field 3 of the manual page is number 0 here.
    let fields = words(bytes[(end + 1)...])
    guard fields.count > 19, let state = fields[0].first, fields[0].count == 1,
      let user = decimal(fields[11]), let system = decimal(fields[12]),
      let threads = decimal(fields[17]), let start = decimal(fields[19])
    else { return nil }
    return Stat(
      state: state, processorTime: user &+ system, threadCount: Int(threads), startTime: start)
  }

  /// Adds up the two counts of switches in `/proc/PID/task/TID/status`.
  ///
  /// A census reads one for every thread, so only lines that begin like one of the two are taken
  /// apart.
  package static func switches(_ bytes: [UInt8]) -> UInt64? {
    var sum: UInt64 = 0
    var found = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      defer { start = end + 1 }
      let name =
        switch bytes[start] {
        case UInt8(ascii: "v"): "voluntary_ctxt_switches:"
        case UInt8(ascii: "n"): "nonvoluntary_ctxt_switches:"
        default: ""
        }
      guard !name.isEmpty, bytes[start..<end].starts(with: name.utf8) else { continue }
      let rest = words(bytes[start..<end].dropFirst(name.utf8.count))
      guard rest.count == 1, let count = decimal(rest[0]) else { return nil }
      sum &+= count
      found += 1
    }
    return found == 2 ? sum : nil
  }

  /// How often a thread got the processor: the third number of `/proc/PID/task/TID/schedstat`.
  ///
  /// - Returns: nil also where the kernel does not count: it writes zeros, and a thread that sleeps
  ///   has run before.
  package static func arrivals(_ bytes: [UInt8]) -> UInt64? {
    let fields = words(bytes[...])
    guard fields.count == 3, let count = decimal(fields[2]), count > 0 else { return nil }
    return count
  }

  /// What `/proc/PID/task/TID/syscall` says.
  package enum Call: Equatable {
    /// The thread is not asleep.
    case running
    /// It sleeps, but not in a system call of the processor's native size.
    case unknown
    case blocked(BlockedCall)
  }

  /// Reads `syscall`: `running`, `-1 SP PC`, or a number, six arguments, SP and PC.
  package static func call(_ bytes: [UInt8]) -> Call? {
    let fields = words(bytes[...])
    if fields.count == 1, fields[0].elementsEqual("running".utf8) { return .running }
    if fields.count == 3, fields[0].elementsEqual("-1".utf8) { return .unknown }
    guard fields.count == 9, let number = decimal(fields[0]), number < 1 << 16 else { return nil }
    let registers = fields[1...].compactMap(hexadecimal)
    guard registers.count == 8 else { return nil }
    // A 32-bit program has other call numbers, and its stack and code lie low.
    guard registers[6] >> 32 != 0, registers[7] >> 32 != 0 else { return .unknown }
    return .blocked(BlockedCall(number: Int(number), arguments: Array(registers[..<6])))
  }

  /// Whether a descriptor of this kind is a timer.
  package static func isTimer(link: some Collection<UInt8>) -> Bool {
    link.elementsEqual("anon_inode:[timerfd]".utf8)
  }

  /// How long it is until a timer fires, in microseconds, from its `/proc/PID/fdinfo/N`.
  ///
  /// - Parameter bytes: the text of the file.
  /// - Returns: nil where it will not fire; 0 where that cannot be read.
  package static func timeLeft(_ bytes: [UInt8]) -> Int? {
    guard let line = lines(bytes).first(where: { $0.starts(with: "it_value:".utf8) }) else {
      return nil
    }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let numbers = line.split { !digits.contains($0) }.map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 2, let seconds = numbers[0], let nanoseconds = numbers[1] else {
      return 0
    }
    guard seconds > 0 || nanoseconds > 0 else { return nil }
    let (left, isVast) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return isVast ? .max : left + nanoseconds / 1000
  }

  /// Whether only this process, or a timer that is looked at, makes a descriptor of this kind
  /// ready: a file, a pipe, an event counter, a set of descriptors, a timer.
  ///
  /// A pipe may lead to another process; the harness' own do.
  package static func isInside(link: some Collection<UInt8>) -> Bool {
    if link.starts(with: "/dev/".utf8) {
      return ["null", "zero", "full", "random", "urandom"].contains {
        link.elementsEqual("/dev/\($0)".utf8)
      } || link.starts(with: "/dev/shm/".utf8)
    }
    return link.starts(with: "/".utf8) || link.starts(with: "pipe:[".utf8)
      || ["eventfd", "eventpoll", "timerfd"].contains {
        link.elementsEqual("anon_inode:[\($0)]".utf8)
      }
  }

  /// The number of timers in `/proc/PID/timers`.
  package static func timerCount(_ bytes: [UInt8]) -> Int {
    lines(bytes).count { $0.starts(with: "ID:".utf8) }
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  private static func words(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    // As many as `stat` has.
    words.reserveCapacity(52)
    var start = bytes.startIndex
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
      else { continue }
      if start < index { words.append(bytes[start..<index]) }
      start = index + 1
    }
    if start < bytes.endIndex { words.append(bytes[start...]) }
    return words
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !overflows else { return nil }
      value = sum
    }
    return value
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.starts(with: "0x".utf8) else { return nil }
    return UInt64(Substring(decoding: digits.dropFirst(2), as: UTF8.self), radix: 16)
  }
}
