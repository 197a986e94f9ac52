import OQSystem

/// What to start: a program, its arguments, its environment and the descriptors it gets.
package struct ProcessRequest: Sendable {
  /// What a standard stream of the program is.
  package enum Stream: Equatable, Sendable {
    /// The same as that of the starting process.
    case inherited

    /// `/dev/null`.
    case null

    /// A copy of an open descriptor of the starting process.
    case descriptor(Int32)
  }

  /// The program's path: never searched for.
  package var executable: String

  /// The arguments after the program's name.
  package var arguments: [String]

  /// The program's environment.
  package var environment: ProcessEnvironment

  /// The program's standard streams 0, 1 and 2.
  package var streams: (input: Stream, output: Stream, error: Stream)

  /// Open descriptors of the starting process, which the program gets as 3, 4 and so on.
  ///
  /// It gets no descriptor but these and its standard streams.
  package var descriptors: [Int32]

  /// Describes a program to start, without input, with the starting process' output.
  ///
  /// - Parameters:
  ///   - executable: The program's path: never searched for.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: The program's environment.
  ///   - descriptors: Open descriptors; the program gets copies of them as 3, 4, …
  package init(
    _ executable: String, arguments: [String] = [], environment: ProcessEnvironment = .current,
    descriptors: [Int32] = []
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.descriptors = descriptors
    streams = (.null, .inherited, .inherited)
  }

  /// The descriptors of the standard streams; nil where some stream is none.
  var streamNumbers: [Int32]? {
    let numbers = [streams.input, streams.output, streams.error].compactMap {
      if case .descriptor(let number) = $0 { number } else { nil }
    }
    return numbers.count == 3 ? numbers : nil
  }
}

/// Environment variables, each with one value.
package struct ProcessEnvironment: Equatable, Sendable {
  /// The value of each variable.
  package private(set) var values: [String: String]

  /// Makes an environment.
  ///
  /// - Parameter values: The value of each variable.
  package init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// Reads the lines `name=value` that the kernel passes on.
  ///
  /// - Parameter lines: The lines; one without `=` is left out; of a repeated name the first
  ///   counts, as in `getenv`.
  package init(lines: [String]) {
    values = [:]
    for line in lines {
      guard let separator = line.firstIndex(of: "=") else { continue }
      let name = String(line[..<separator])
      if values[name] == nil { values[name] = String(line[line.index(after: separator)...]) }
    }
  }

  /// The variables of this process.
  package static var current: ProcessEnvironment {
    guard var next = oq_environment() else { return ProcessEnvironment() }
    var lines: [String] = []
    while let line = next.pointee {
      lines.append(String(cString: line))
      next += 1
    }
    return ProcessEnvironment(lines: lines)
  }

  /// The value of a variable; `nil` if it is not set.
  package subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The lines `name=value`, sorted.
  ///
  /// O(n log n).
  package var lines: [String] {
    values.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// The same environment in which a Swift program that crashes does so at once: its backtracer,
  /// which takes milliseconds to seconds per crash, is off.
  package var withoutBacktraces: ProcessEnvironment {
    var environment = self
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return environment
  }
}
