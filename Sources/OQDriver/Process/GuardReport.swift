/// What a guard has told about its program: lines of text, read as they come.
///
/// The lines are `started PID GUARD`, or `failed ERRNO` if the program could not be started; then
/// `exited CODE` or `signalled SIGNAL` once the program and all its descendants are gone.
package struct GuardReport: Equatable, Sendable {
  /// One line of the report.
  package enum Line: Equatable, Sendable, CustomStringConvertible {
    /// The program runs as this process, and its guard as that one.
    case started(Int32, guardian: Int32)

    /// The program could not be started, for this error number.
    case failed(Int32)

    /// The program ended like this and nothing of it is left.
    case ended(ProcessStatus)

    /// The line's text.
    package var description: String {
      switch self {
      case .started(let process, let guardian): "started \(process) \(guardian)"
      case .failed(let code): "failed \(code)"
      case .ended(let status): status.description
      }
    }

    /// Reads a line; `nil` if it is none of the report's.
    ///
    /// - Parameter text: The text without the line feed.
    package init?(_ text: String) {
      if let status = ProcessStatus(text) {
        self = .ended(status)
        return
      }
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      let numbers = words.dropFirst().compactMap { Int32($0) }
      guard numbers.count == words.count - 1 else { return nil }
      switch (words.first, numbers.count) {
      case ("started", 2): self = .started(numbers[0], guardian: numbers[1])
      case ("failed", 1): self = .failed(numbers[0])
      default: return nil
      }
    }
  }

  /// The last line that is complete; `nil` at first.
  package private(set) var last: Line?

  private var rest: [UInt8] = []

  /// Makes the report of a guard that has said nothing.
  package init() {}

  /// Takes in the next bytes, split anywhere.
  ///
  /// Lines that are none of the report's are left out.
  package mutating func receive(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        rest.append(byte)
        continue
      }
      if let line = Line(String(decoding: rest, as: UTF8.self)) { last = line }
      rest.removeAll(keepingCapacity: true)
    }
  }
}
