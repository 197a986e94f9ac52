import Foundation
import OQDriver
import TestSupport
import Testing

/// The templates for those who write an adapter.
enum AdapterTemplate: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case python, cpp, gnustep

  var testDescription: String { rawValue }

  /// Whether there is what it needs.
  var isInstalled: Bool {
    switch self {
    case .python: ProgramPath.find("python3") != nil
    case .cpp: ProgramPath.find("g++") != nil
    case .gnustep: GNUstep.isInstalled
    }
  }

  /// Builds the template with errors that no adapter foresees.
  ///
  /// `is-cancelled` throws what every library may throw, `is-asynchronous` what is no error at all,
  /// `has-completion` an error that may be taken for a refusal. A callback takes its time before it
  /// asks for its lane, and making a lane takes so long that two threads which make it meet. And a
  /// limit that is raised starts nothing by itself.
  ///
  /// - Parameter folder: where it is written and built.
  /// - Returns: the words that start it.
  /// - Throws: where it cannot be built.
  func faulty(in folder: URL) throws -> [String] {
    let original = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Adapters/\(rawValue)")
    try FileManager.default.copyItem(at: original, to: folder)
    for (name, old, new) in faults {
      let file = folder.appending(path: name)
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains(old) else { throw Unexpected(what: "\(name) has no \(old)") }
      try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }
    switch self {
    case .python: return ["python3", folder.appending(path: "adapter.py").path]
    case .cpp:
      let binary = folder.appending(path: "adapter").path
      try AdapterTemplate.buildCpp(folder.appending(path: "adapter.cpp"), binary)
      return [binary]
    case .gnustep:
      let program = folder.appending(path: "adapter")
      try GNUstep.build(folder.appending(path: "build.sh"), program)
      return [program.path]
    }
  }

  /// Builds an adapter in C++ with warnings as errors.
  static func buildCpp(_ source: URL, _ binary: String) throws {
    let compiler = Process()
    compiler.executableURL = URL(filePath: ProgramPath.find("g++") ?? "")
    compiler.arguments = [
      "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", binary, source.path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw Unexpected(what: "g++ refuses \(source)") }
  }

  /// File, what stands there, what stands there instead.
  private var faults: [(name: String, old: String, new: String)] {
    switch self {
    case .python:
      [
        ("toyqueue.py", "self.change(limit=limit)", "self.limit = limit"),
        ("adapter.py", "target.cancelled,", "[][0],"),
        ("adapter.py", "target.flagged,", "__import__('sys').exit(3),"),
        ("adapter.py", "target.completion is not None,", "int('none'),"),
        ("protocol.py", "if is_held:", "if is_held and not __import__('time').sleep(0.02):"),
        (
          "protocol.py", "= collections.deque(), threading.Condition()",
          "= collections.deque(), threading.Condition(); __import__('time').sleep(0.05)"
        ),
      ]
    case .cpp:
      [
        (
          "adapter.cpp", "world->change([&] { queue->limit = with.number; });",
          "queue->limit = with.number;"
        ),
        ("adapter.cpp", "return target->cancelled;", "throw std::out_of_range(\"no element\");"),
        ("adapter.cpp", "return is_flagged(target.get());", "throw 7;"),
        (
          "adapter.cpp", "return bool(target->completion);",
          "throw std::invalid_argument(\"no number\");"
        ),
        (
          "protocol.hpp", "if (is_held) self->run(name);",
          "std::this_thread::sleep_for(std::chrono::milliseconds(20)); "
            + "if (is_held) self->run(name);"
        ),
        (
          "protocol.hpp", "  std::deque<Item> work;\n",
          "  std::deque<Item> work;\n"
            + "  Lane() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }\n"
        ),
      ]
    case .gnustep:
      [
        (
          "Session.m", "return boolean([operation isCancelled]);",
          "[NSException raise:NSRangeException format:@\"no element\"];"
        ),
        ("Session.m", "return boolean([operation isConcurrent]);", "@throw @\"no exception\";"),
        (
          "Session.m", "return boolean([operation completionBlock] != NULL);",
          "[(id)@\"text\" performSelector:@selector(noSuchMethod)];"
        ),
        (
          "Program.m", "if (isFirst && [self holds:callback])",
          "usleep(20000);\n  if (isFirst && [self holds:callback])"
        ),
        (
          "Program.m", "queue = [NSMutableArray array];",
          "queue = [NSMutableArray array]; usleep(50000);"
        ),
        ("Program.m", "#include <stdio.h>", "#include <stdio.h>\n#include <unistd.h>"),
      ]
    }
  }

  /// What standard error says of the first two errors.
  var thrown: [String] {
    switch self {
    case .python: ["Traceback", "IndexError", "SystemExit", "adapter.py"]
    case .cpp: ["out_of_range", "no element", "is-cancelled", "no exception", "is-asynchronous"]
    case .gnustep:
      ["NSRangeException", "no element", "is-cancelled", "no exception", "is-asynchronous"]
    }
  }
}

/// What was not expected.
struct Unexpected: Error { let what: String }
