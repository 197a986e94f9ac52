import Foundation

/// A house rule broken in a line.
struct Breach: Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

/// The rules that a program can see, as pure functions of a file's text.
enum HouseRules {
  static let longestFile = 600
  static let longestFunction = 70
  static let longestComment = 100

  /// Files are short enough to be read as a whole; generated ones are not read.
  static func length(_ path: String, _ text: String) -> [Breach] {
    guard !path.hasSuffix(".generated.swift") else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    guard lines > longestFile else { return [] }
    return [Breach(path: path, line: lines, message: "a file has at most \(longestFile) lines")]
  }

  /// Functions are short enough to be seen at once.
  ///
  /// A counter of braces, no parser: braces inside string literals are left out as well as it can.
  static func functions(_ path: String, _ text: String) -> [Breach] {
    var breaches: [Breach] = []
    var open: [(depth: Int, line: Int)] = []
    var depth = 0
    var pending: Int?
    var isInText = false
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let parts = line.components(separatedBy: "\"\"\"")
      if parts.count % 2 == 0 { isInText.toggle() }
      if isInText || parts.count > 1 { continue }
      let code = withoutLiterals(line)
      if code.contains("func ") || code.trimmed.hasPrefix("init(") { pending = number }
      for character in code {
        if character == "{" {
          if let start = pending {
            open.append((depth, start))
            pending = nil
          }
          depth += 1
        } else if character == "}" {
          // The last requirement of a protocol has no body.
          pending = nil
          depth -= 1
          guard let last = open.last, last.depth == depth else { continue }
          open.removeLast()
          if number - last.line + 1 > longestFunction {
            breaches.append(
              Breach(
                path: path, line: last.line + 1,
                message: "a function has at most \(longestFunction) lines"))
          }
        }
      }
    }
    return breaches
  }

  /// Comments fit beside the code, whose lines the formatter breaks; it leaves comments alone.
  static func comments(_ path: String, _ text: String) -> [Breach] {
    guard !path.hasSuffix(".generated.swift") else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { number, line in
      guard line.count > longestComment, String(line).trimmed.hasPrefix("//") else { return nil }
      return Breach(
        path: path, line: number + 1,
        message: "a line of a comment has at most \(longestComment) columns")
    }
  }

  /// What the type system or the reader would have to take on trust.
  static func bans(_ path: String, _ text: String) -> [Breach] {
    let isSource = path.hasPrefix("Sources/")
    var breaches: [Breach] = []
    var safety = -10
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.contains("Safety:") { safety = number }
      let code = withoutLiterals(line)
      func ban(_ message: String) {
        breaches.append(Breach(path: path, line: number + 1, message: message))
      }
      if code.contains("try" + "!") { ban("errors are handled, not trapped") }
      if code.contains("nonisolated" + "(unsafe)") { ban("no unsafe isolation") }
      for word in ["TO" + "DO", "FIX" + "ME"] where line.contains(word) {
        ban("what is left to do is not in the code")
      }
      guard isSource else { continue }
      if code.contains("@unchecked" + " Sendable"), number - safety > 6,
        !text.split(separator: "\n", omittingEmptySubsequences: false)[number...].prefix(4)
          .contains(where: { $0.contains("Safety:") })
      {
        ban("unchecked sendability has a '// Safety:' reason")
      }
      if code.trimmed.hasPrefix("print("), !path.hasPrefix("Sources/oq"),
        !path.hasPrefix("Sources/OQCommands/")
      {
        ban("only the command prints")
      }
    }
    return breaches
  }

  /// Exit tests have the trait `prompt`: of their suite, before its limit, if it has one.
  static func exitTests(_ path: String, _ text: String) -> [Breach] {
    var breaches: [Breach] = []
    var (suite, test) = ("", "")
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let code = withoutLiterals(line)
      if code.contains("@Suite") { (suite, test) = (code, "") }
      if code.contains("@Test") { test = code }
      guard code.contains("processExitsWith:"), !suite.contains("@Suite(.prompt"),
        suite.contains(".limit(") || !test.contains("@Test(.prompt")
      else { continue }
      breaches.append(
        Breach(
          path: path, line: number + 1, message: "a test that awaits a process is '.prompt'"))
    }
    return breaches
  }

  /// What makes threads and processes in tests.
  private static let starters = [
    "Thread {", "PlainThread {", "Thread.detachNewThread", "ReferenceWorld(", "Driver(",
    "Process(", "ChildProcess(", "RunningProgram(", "Command.run(", "workers(", "served(", "drive(",
  ]

  /// Files with tests that start threads or processes limit their time: a test that waits in vain
  /// says so, and `.ci/steady` knows the targets by that.
  static func limits(_ path: String, _ text: String) -> [Breach] {
    guard path.hasPrefix("Tests/"), text.contains("@Test"), !text.contains(".limit(minutes: ")
    else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { line in
      let code = withoutLiterals(line)
      return starters.contains { word in
        code.ranges(of: word).contains { range in
          code[..<range.lowerBound].last.map { !$0.isLetter } ?? true
        }
      }
    }
    guard let first else { return [] }
    let message = "tests that start threads or processes have a '.limit(minutes:)'"
    return [Breach(path: path, line: first + 1, message: message)]
  }

  /// Modules import only what the table in `Package.swift` gives them.
  static func imports(_ path: String, _ text: String, allowed: [String]) -> [Breach] {
    var breaches: [Breach] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(separator: " ")
      guard words.first == "import" || words.dropFirst().first == "import",
        let module = words.last, module.hasPrefix("OQ"), !allowed.contains(String(module))
      else { continue }
      breaches.append(
        Breach(path: path, line: number + 1, message: "this module does not import \(module)"))
    }
    return breaches
  }

  /// A line without its comment and without the content of its string literals.
  static func withoutLiterals(_ line: Substring) -> String {
    var result = ""
    var isInLiteral = false
    var isEscaped = false
    var previous: Character = " "
    for character in line {
      if isInLiteral {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInLiteral = false
        }
        continue
      }
      if character == "\"" { isInLiteral = true }
      if character == "/", previous == "/" {
        result.removeLast()
        break
      }
      result.append(character)
      previous = character
    }
    return result
  }
}

extension String {
  /// The text without spaces around it.
  var trimmed: String { String(drop { $0 == " " }) }
}
