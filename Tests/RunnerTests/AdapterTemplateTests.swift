import Foundation
import OQAdapters
import OQCheckers
import OQDriver
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// The templates in other languages are examined and judged as their users would do it.
@Suite(.waiting, .limit(minutes: 5)) struct `The adapter template` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Adapters")

  /// Whether a program is installed.
  static func has(_ program: String) -> Bool { ProgramPath.find(program) != nil }

  @Test(.enabled(if: has("python3"), "python3 is not installed"))
  func `in Python has nothing wrong with it`() throws {
    try check(["python3", Self.folder.appending(path: "python/adapter.py").path], programs: 300)
  }

  @Test(.enabled(if: has("g++"), "g++ is not installed"))
  func `in C++ has nothing wrong with it`() throws {
    let binary = FileManager.default.temporaryDirectory
      .appending(path: "adapter-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: binary) }
    let compiler = Process()
    compiler.executableURL = URL(filePath: try #require(ProgramPath.find("g++")))
    compiler.arguments = [
      "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", binary,
      Self.folder.appending(path: "cpp/adapter.cpp").path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    try check([binary], programs: 300)
  }

  @Test func `for people has at most 200 lines beside the queue`() throws {
    for name in ["python/adapter.py", "cpp/adapter.cpp"] {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 200)
    }
  }

  private func check(_ words: [String], programs: UInt64) throws {
    var options = try adapterOptions(words)
    options.patience.answer = 60_000
    var steps: [String] = []
    let isSound = Doctor(options, quote: { "'\($0)'" }).examine { name, finding in
      steps.append(name)
      if case .failed(let complaint) = finding {
        Issue.record("\(name): \(complaint.problem)\n\(complaint.talk.joined(separator: "\n"))")
      }
    }
    #expect(isSound)
    #expect(steps.count >= Examination.all.count + 2)
    let description = try #require(try options.start().description)
    let selection = try Selection(patterns: [], subject: description, profile: .core)
    let rules = selection.judged.map(\.id)
    let generator = Generator(
      seed: 1,
      vocabulary: Vocabulary(capabilities: description.capabilities, rules: rules), rules: rules)
    let judge = Judge(checkers: selection.checkers, profile: .core)
    let executor = WireExecutor(options)
    defer { executor.shutDown() }
    var decided = 0
    for index in 0..<programs {
      let execution = try executor.execute(generator.program(at: index))
      #expect(execution.unusable == nil)
      let sentence = judge.judge(execution.history)
      #expect(sentence.accusations.isEmpty, "\(execution.history.text)")
      decided += sentence.judgements.count { $0.decided > 0 }
    }
    #expect(decided > 100)
  }
}
