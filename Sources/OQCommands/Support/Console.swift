import Foundation
import OQAdapters
import OQCommandLine
import OQText

/// Where the command writes: results to standard output, everything else to standard error; and
/// what it can judge beside the bundled subjects.
package struct Console {
  let output: Terminal
  let errors: Terminal
  /// The subjects that the executable adds to the bundled ones.
  let added: [any Subject]
  /// The words that start the command again, ready for a shell.
  let tool: String

  /// The streams of this process.
  ///
  /// - Parameters:
  ///   - variables: the environment.
  ///   - added: subjects that the executable adds to the bundled ones.
  ///   - tool: the words that start the command again, ready for a shell.
  package init(
    variables: [String: String] = ProcessInfo.processInfo.environment,
    added: [any Subject] = [], tool: String = "oqcheck"
  ) {
    self.added = added
    self.tool = tool
    output = Console.terminal(1, variables)
    errors = Console.terminal(2, variables)
  }

  private static func terminal(_ descriptor: Int32, _ variables: [String: String]) -> Terminal {
    Terminal(
      isTerminal: isatty(descriptor) == 1, columns: columns(of: descriptor), variables: variables)
  }

  /// The width of a terminal; nil where there is none, or it does not tell.
  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes text to standard output; a closed pipe ends the process as a shell expects.
  func write(_ text: String) { Console.write(text, to: 1) }

  /// Writes a line to standard error.
  func warn(_ line: String) { Console.write(line + "\n", to: 2) }

  /// Writes text over the current line of standard error.
  func rewrite(_ text: String) { Console.write("\r\u{1B}[2K" + text, to: 2) }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        if descriptor == 1 { exit(ExitStatus.unwritableOutput.rawValue) }
        return
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
