import OQAdapters
import OQCommandLine
import OQDriver
import OQText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the command writes: results to standard output, everything else to standard error; and
/// what it can judge beside the bundled subjects.
package struct Console {
  /// Standard output.
  package let output: Terminal
  /// Standard error.
  package let errors: Terminal
  /// The environment of this process.
  package let variables: [String: String]
  /// What the executable gives to the commands.
  package let toolbox: Toolbox

  /// The streams of this process.
  ///
  /// - Parameters:
  ///   - toolbox: what the executable gives to the commands.
  ///   - variables: the environment.
  package init(
    _ toolbox: Toolbox, variables: [String: String] = ProcessEnvironment.current.values
  ) {
    self.toolbox = toolbox
    self.variables = variables
    output = Console.terminal(1, variables)
    errors = Console.terminal(2, variables)
  }

  private static func terminal(_ descriptor: Int32, _ variables: [String: String]) -> Terminal {
    // A stream that is no terminal has no size, and a terminal need not tell it.
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    return Terminal(
      isTerminal: isatty(descriptor) == 1,
      columns: isKnown && size.ws_col > 0 ? Int(size.ws_col) : nil,
      lines: isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil, variables: variables)
  }

  /// Writes text to standard output; a closed pipe ends the process as a shell expects.
  package func write(_ text: String) { Console.write(text, to: 1) }

  /// Writes a line to standard error.
  package func warn(_ line: String) { Console.write(line + "\n", to: 2) }

  /// Writes text over the current line of standard error.
  package func rewrite(_ text: String) { Console.write("\r\u{1B}[2K" + text, to: 2) }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        guard descriptor == 1 else { return }
        // Whoever closes a pipe has seen enough.
        if errno != EPIPE {
          let reason = String(cString: strerror(errno))
          write("oqcheck: standard output: cannot be written: \(reason)\n", to: 2)
        }
        exit(ExitStatus.unwritableOutput.rawValue)
      }
      bytes = bytes.dropFirst(written)
    }
  }
}

/// The system's function, under a name that the methods of ``Console`` do not have.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
