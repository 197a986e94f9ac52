import Foundation
import OQDriver
import OQRunner
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
    try AdapterTemplate.buildCpp(Self.folder.appending(path: "cpp/adapter.cpp"), binary)
    try check([binary], programs: 300)
  }

  @Test func `for people has at most 200 lines beside the queue`() throws {
    for name in [
      "python/adapter.py", "python/protocol.py", "cpp/adapter.cpp", "cpp/protocol.hpp",
    ] {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 200)
    }
  }

  private func check(_ words: [String], programs: UInt64) throws {
    let examination = try AdapterExamination(words)
    #expect(examination.expectSound() >= Examination.all.count + 2)
    #expect(try examination.expectConformance(programs: programs) > 100)
  }
}
