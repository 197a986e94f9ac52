import Foundation
import OQHistory
import OQWire

/// A conversation of `Spec/Transcripts`: a program, the lines of both sides, and the history.
struct Transcript {
  enum Line: Equatable {
    case harness(String)
    case adapter(String)
  }

  let program: Program
  var lines: [Line] = []
  var history: String = ""

  static let names = ["held-body", "two-clients", "refused-start", "completion", "stalled"]

  static func url(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Spec/Transcripts/\(name).transcript")
  }

  init(_ program: Program, _ lines: [Line], _ history: History) {
    self.program = program
    self.lines = lines
    self.history = history.text
  }

  init(named name: String) throws {
    let text = try String(contentsOf: Transcript.url(name), encoding: .utf8)
    var program = ""
    for line in text.split(separator: "\n") {
      let content = line.dropFirst(2)
      switch line.first {
      case "|": program += content + "\n"
      case ">": lines.append(.harness(String(content)))
      case "<": lines.append(.adapter(String(content)))
      case "=": history += content + "\n"
      default: break
      }
    }
    self.program = try Program(parsing: program)
  }

  var text: String {
    func prefixed(_ text: String, _ mark: String) -> [String] {
      text.split(separator: "\n").map { "\(mark) \($0)" }
    }
    let talk = lines.map { line in
      switch line {
      case .harness(let text): "> \(text)"
      case .adapter(let text): "< \(text)"
      }
    }
    return (prefixed(program.text, "|") + talk + prefixed(history, "=")).joined(separator: "\n")
      + "\n"
  }
}

/// The programs of the transcripts.
let transcriptPrograms: [String: String] = [
  "held-body": """
  queue q
  op x
    in x
      is-executing x
      hold
  client 1
    add q x
    until begin x
    count q
    open x
    wait x
    is-finished x
  """,
  "two-clients": """
  queue q limit=1 suspended
  op a
  op b deps=a priority=high
  client 1
    add-group q b,a
    meet 1
    wait b
    meet 2
  client 2
    meet 1
    resume q
    meet 2
    drop b
  """,
  "refused-start": """
  op d
  op x deps=d
  client 1
    start x
    start d
    start x
  """,
  "completion": """
  queue q
  op x completion
  op c kind=closure
    in x.completion
      add-block q c
  client 1
    add q x
    until end x.completion
    until end c
    until is-finished x
  """,
  "stalled": """
  queue q
  op d
  op x deps=d
  client 1
    add q x
    wait x
  """,
]
