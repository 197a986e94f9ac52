/// The stamps of one program: from one counter, each used once, in the order of the lines.
///
/// A line is written under the lock that took its stamp, so a line with a smaller stamp than one
/// before it shows that the order of stamps is not the order in which things happened. The stamp
/// before a call has no line of its own and comes with the reply.
struct StampBook {
  /// The stamp of the last line.
  private(set) var last = 0
  // Stamps before calls that lie beyond the last line are impossible; those below it are kept until
  // the end, to see that each is used once.
  private var callStamps: Set<Int> = []
  private var lineStamps = 0

  /// Takes the stamp of a line.
  mutating func take(line stamp: Int, _ text: String) throws(WireFault) {
    guard stamp > last else {
      throw WireFault(.stamp("stamp \(stamp) comes after a line with stamp \(last)"), line: text)
    }
    guard !callStamps.contains(stamp) else { throw twice(stamp, text) }
    last = stamp
    lineStamps += 1
  }

  /// Takes the stamp before a call whose line was just taken.
  ///
  /// - Parameters:
  ///   - stamp: the stamp.
  ///   - earliest: the lane did something else at this stamp, which must be smaller.
  ///   - line: the stamp of the line, which must be greater.
  ///   - text: the line.
  /// - Throws: `WireFault` where it cannot be.
  mutating func take(
    call stamp: Int, after earliest: Int, before line: Int, _ text: String
  ) throws(WireFault) {
    guard stamp < line else {
      throw WireFault(
        .stamp("the stamp before the call is \(stamp), the one after it \(line)"), line: text)
    }
    guard stamp > earliest else {
      throw WireFault(
        .stamp("the call began at stamp \(stamp), and its lane was elsewhere until \(earliest)"),
        line: text)
    }
    guard callStamps.insert(stamp).inserted else { throw twice(stamp, text) }
  }

  private func twice(_ stamp: Int, _ text: String) -> WireFault {
    WireFault(.stamp("stamp \(stamp) is used twice"), line: text)
  }

  /// Checks at the end of a program that every stamp has its line, up to those of open calls.
  ///
  /// - Parameters:
  ///   - open: calls that have not come back.
  ///   - text: the last line.
  /// - Throws: `WireFault` where some are missing.
  func finish(open: Int, _ text: String) throws(WireFault) {
    let missing = last - lineStamps - callStamps.count
    guard (0...max(0, open)).contains(missing) else {
      let what =
        missing < 0
        ? "a stamp is used twice" : "\(missing) stamps up to \(last) have no line"
      throw WireFault(.stamp(what), line: text)
    }
  }
}
