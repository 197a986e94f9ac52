import Foundation
import TestSupport
import Testing

/// Builds and runs the packages of adopters, `Tests/Adopter` of a queue and `Tests/ClassAdopter` of
/// a class, as adopters do.
///
/// They are built where these tests were, with the same flags, so that what both need is built
/// once. Only where it is asked for, as `.ci/run` does: with other flags everything is built anew.
@Suite(
  .waiting, .limit(minutes: 15), .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["OQ_ADOPTER"] != nil,
    "set OQ_ADOPTER=1 to build and run Tests/Adopter"))
struct `An adopter` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let package = root.appending(path: "Tests/Adopter").path
  private static let classPackage = root.appending(path: "Tests/ClassAdopter").path
  private static let golden = root.appending(path: "Tests/KitTests/Goldens/adopter.txt")

  @Test func `sees every rule as a test case, and nothing runs in a worker but its programs`()
    async throws
  {
    try Self.build()
    let folder = try Folder()
    let notes = "\(folder.path)/notes"
    try Data().write(to: URL(filePath: notes))
    let ending = try Self.swift("test", "--skip-build", variables: ["TOY_NOTES": notes])
    try? FileManager.default.removeItem(atPath: Self.package + "/.oqcheck")
    #expect(ending.status == 1, "\(ending.output)")
    #expect(try String(contentsOfFile: notes, encoding: .utf8) == "XCTest\nSwift Testing\n")
    let text = TestOutput.normalised(ending.output)
    if ProcessInfo.processInfo.environment["OQ_REGENERATE_GOLDENS"] != nil {
      try Data(text.utf8).write(to: Self.golden)
    }
    #expect(text == (try String(contentsOf: Self.golden, encoding: .utf8)), "\(ending.output)")
  }

  @Test func `has the whole command`() async throws {
    try Self.build()
    let folder = try Folder()
    func check(_ words: String...) throws -> Ending {
      try Self.run(builtProducts.appending(path: "toy-check").path, words, in: folder.path)
    }
    let listed = try check("subjects")
    #expect(listed.status == 0)
    for name in ["toy", "trapping-toy", "hanging-toy", "foundation"] {
      #expect(listed.output.contains("\n\(name) "), "\(listed.output)")
    }
    #expect(try check("rules", "DEP-1").output.contains("DEP-1"))

    let kept = try check("run", "toy", "--programs", "60", "--rules", "DEP-1")
    #expect(kept.status == 0, "\(kept.output)")
    let broken = try check("run", "trapping-toy", "--programs", "60", "--rules", "DEP-*")
    #expect(broken.status == 1, "\(broken.output)")
    let again = "toy-check replay .oqcheck/DEP-53-"
    let line = try #require(
      broken.output.split(separator: "\n").first { $0.contains(again) }, "\(broken.output)")
    let file = try #require(line.split(separator: " ").last)
    #expect(try check("replay", String(file)).status == 1)
    #expect(try check("run", "toi").errors.contains("did you mean toy"))
  }

  @Test func `finds the command as a plugin of the package manager`() throws {
    let listed = try Self.swift("package", "plugin", "--list")
    #expect(listed.status == 0, "\(listed.errors)")
    #expect(listed.output.contains("oqcheck’ (plugin ‘OQCommandPlugin’"), "\(listed.output)")
  }

  @Test func `runs the command by the plugin, which builds it`() throws {
    func command(_ words: String...) throws -> Ending {
      try Self.swift(["package", "--allow-writing-to-package-directory", "oqcheck"] + words)
    }
    let shown = try command("rules", "DEP-1")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("DEP-1"), "\(shown.output)")
    let unknown = try command("run", "toy")
    #expect(unknown.status == 1)
    #expect((unknown.output + unknown.errors).contains("exit code 64"), "\(unknown.errors)")
  }

  @Test func `judges a class of operations with a package of two files`() async throws {
    let built = try Self.swift("build", in: Self.classPackage)
    try #require(built.status == 0, "\(built.output)\(built.errors)")
    let folder = try Folder()
    func check(_ words: String...) throws -> Ending {
      try Self.run(builtProducts.appending(path: "fetch-check").path, words, in: folder.path)
    }
    #expect(try check("subjects").output.contains("\nclass:fetch "))
    let kept = try check("run", "class:fetch", "--programs", "60", "--rules", "ASYNC-9")
    #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
  }

  // MARK: Processes

  private struct Ending {
    let status: Int32
    let output: String
    let errors: String
  }

  private static func build() throws {
    let ending = try swift("build", "--build-tests")
    try #require(ending.status == 0, "\(ending.output)\(ending.errors)")
  }

  /// Runs SwiftPM, whose lock the run of these tests may hold, on a package.
  private static func swift(
    _ words: String..., in package: String = package, variables: [String: String] = [:]
  ) throws -> Ending {
    try swift(words, in: package, variables: variables)
  }

  private static func swift(
    _ words: [String], in package: String = package, variables: [String: String] = [:]
  ) throws -> Ending {
    let scratch = builtProducts.deletingLastPathComponent().deletingLastPathComponent().path
    let flags = (ProcessInfo.processInfo.environment["OQ_ADOPTER"] ?? "").split(separator: " ")
    // The plan of the last build in this folder is that of another package.
    let options = [
      "--package-path", package, "--scratch-path", scratch, "--ignore-lock",
      "--disable-build-manifest-caching", "-c", builtProducts.lastPathComponent,
    ]
    return try run(
      "/usr/bin/env",
      ["swift", words[0]] + options + flags.filter { $0 != "1" }.map(String.init)
        + words.dropFirst(), in: package, variables: variables)
  }

  private static func run(
    _ executable: String, _ words: [String], in folder: String, variables: [String: String] = [:]
  ) throws -> Ending {
    let files = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file(files.path + "/output")
    process.standardError = try file(files.path + "/errors")
    try process.run()
    process.waitUntilExit()
    return Ending(
      status: process.terminationStatus,
      output: try String(contentsOfFile: files.path + "/output", encoding: .utf8),
      errors: try String(contentsOfFile: files.path + "/errors", encoding: .utf8))
  }

  private static func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }
}

/// What tests wrote to the console.
enum TestOutput {
  /// The lines that tell of test cases, without what differs between equal runs, times and the rest
  /// of findings, and without the configuration of the build and the number of all rules.
  static func normalised(_ output: String) -> String {
    output.split(separator: "\n").compactMap { line -> String? in
      let text = line.trimmingCharacters(in: .whitespaces)
      let isTold =
        ["Test Case '", "Test Suite '", "Executed ", "<EXPR>:0: error: ", "✔ ", "✘ "]
        .contains { text.hasPrefix($0) } && !text.contains("' started at ")
      guard isTold else { return nil }
      return text.replacing(/\ \([0-9.]+ seconds\)/, with: "")
        .replacing(/\ in [0-9.]+ \([0-9.]+\) seconds/, with: "")
        .replacing(/\ at [0-9-]+ [0-9:.]+$/, with: "")
        .replacing(/\ after [0-9.]+ seconds/, with: "")
        .replacing(/'(debug|release)\.xctest'/, with: "'BUILD.xctest'")
        .replacing(/with [0-9]{2,} test cases/, with: "with test cases")
        .replacing(/\ at [A-Za-z]+\.swift:[0-9:]+/, with: "") + "\n"
    }.joined()
  }
}
