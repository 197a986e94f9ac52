import Foundation
import TestSupport
import Testing

@Suite struct HouseRulesTests {
  @Test func `files are short`() throws {
    let found = try breaches(HouseRules.length)
    #expect(found == [], "\(found)")
  }

  @Test func `functions are short`() throws {
    let found = try breaches(HouseRules.functions)
    #expect(found == [], "\(found)")
  }

  @Test func `comments are narrow`() throws {
    let found = try breaches(HouseRules.comments)
    #expect(found == [], "\(found)")
  }

  @Test func `nothing is taken on trust`() throws {
    let found = try breaches(HouseRules.bans)
    #expect(found == [], "\(found)")
  }

  @Test func `exit tests get a thread at once`() throws {
    let found = try breaches(HouseRules.exitTests)
    #expect(found == [], "\(found)")
  }

  @Test func `tests that use threads have a limit`() throws {
    let found = try breaches(HouseRules.limits)
    #expect(found == [], "\(found)")
  }

  @Test func `the page on the tests names every folder of them`() throws {
    let folders = Set(
      Repository.files(below: ["Tests"], suffix: "").compactMap { path in
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : nil
      })
    let rows = try Repository.text("Tests/README.md").matches(of: /\n\| (`[^|]+`) \|/)
    let named = rows.flatMap { $0.1.matches(of: /`(\w+)`/).map { String($0.1) } }
    #expect(Set(named) == folders)
    #expect(named.count == folders.count)
  }

  @Test func `modules import what the table gives them`() throws {
    let table = try ModuleTable(Repository.text("Package.swift"))
    #expect(table.imports.count >= 15)
    var breaches: [Breach] = []
    for path in Repository.swift where path.hasPrefix("Sources/") {
      let module = String(path.split(separator: "/")[1])
      let allowed = try #require(table.imports[module], "\(module) is not in the table")
      breaches += HouseRules.imports(path, try Repository.text(path), allowed: allowed)
    }
    #expect(breaches == [])
  }

  @Test func `the core modules do without Foundation`() throws {
    let core = [
      "OQSpecification", "OQHistory", "OQModel", "OQCheckers", "OQPrograms", "OQAdapters",
      "OQReference", "OQMutants", "OQCommandLine",
    ]
    // Foundation's queue is judged: who only speaks to subjects must not bring another one.
    let table = try ModuleTable(Repository.text("Package.swift"))
    var modules = Set(core + ["oqwire"])
    var rest = Array(modules)
    while let module = rest.popLast() {
      for other in table.imports[module] ?? [] where modules.insert(other).inserted {
        rest.append(other)
      }
    }
    #expect(modules.isSuperset(of: ["OQCommands", "OQRunner", "OQReports", "OQDriver"]))
    #expect(modules.isDisjoint(with: ["OQSubjects", "OQWorkbench"]))
    for path in Repository.swift where modules.contains(where: { path.hasPrefix("Sources/\($0)/") })
    {
      let text = try Repository.text(path)
      #expect(!text.contains("import Foundation"), "\(path)")
    }
  }

  @Test func `a checker never sees an adapter, and the reference queue nothing of ours`() throws {
    let table = try ModuleTable(Repository.text("Package.swift"))
    #expect(table.imports["OQReference"] == [])
    for module in ["OQCheckers", "OQModel", "OQPrograms"] {
      let imports = try #require(table.imports[module])
      #expect(!imports.contains("OQAdapters") && !imports.contains("OQDriver"), "\(module)")
    }
  }

  @Test(.waiting) func `the formatter finds nothing`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = Repository.root
    process.arguments = [
      "swift", "format", "lint", "--strict", "--recursive", "--parallel", "Sources", "Tests",
      "Package.swift",
    ]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
  }

  private func breaches(_ rule: (String, String) -> [Breach]) throws -> [Breach] {
    try Repository.swift.flatMap { rule($0, try Repository.text($0)) }
  }
}

@Suite struct HouseRulesCanFailTests {
  @Test func `a long file is found`() {
    let text = String(repeating: "x\n", count: 601)
    #expect(
      HouseRules.length("a.swift", text).map(\.description)
        == ["a.swift:601: a file has at most 600 lines"])
    #expect(HouseRules.length("a.generated.swift", text) == [])
  }

  @Test func `a long function is found, and braces in texts do not count`() {
    let body = String(repeating: "  let a = \"}\" // }\n", count: 70)
    let text = "func f() {\n\(body)}\n"
    #expect(
      HouseRules.functions("a.swift", text).map(\.description)
        == ["a.swift:1: a function has at most 70 lines"])
    #expect(HouseRules.functions("a.swift", "func f() {\n  g()\n}\n") == [])
  }

  @Test func `a wide comment is found`() {
    let wide = "  /// " + String(repeating: "é", count: 95)
    #expect(
      HouseRules.comments("a.swift", "f()\n\(wide)\n").map(\.description)
        == ["a.swift:2: a line of a comment has at most 100 columns"])
    #expect(HouseRules.comments("a.swift", "\(wide.dropLast())\n\(wide.dropFirst(6))") == [])
    #expect(HouseRules.comments("a.generated.swift", wide) == [])
  }

  @Test func `escapes are found`() {
    #expect(HouseRules.bans("Sources/A/a.swift", "let a = try" + "! f()").count == 1)
    #expect(HouseRules.bans("Sources/A/a.swift", "let a = \"try" + "! f()\"") == [])
    #expect(HouseRules.bans("Sources/A/a.swift", "// TO" + "DO: later").count == 1)
    #expect(
      HouseRules.bans("Sources/A/a.swift", "final class A: @unchecked" + " Sendable {}").count == 1)
    #expect(
      HouseRules.bans(
        "Sources/A/a.swift", "// Safety: constant.\nfinal class A: @unchecked" + " Sendable {}")
        == [])
    #expect(HouseRules.bans("Sources/OQModel/a.swift", "  print(1)").count == 1)
  }

  @Test func `an exit test that waits for the others is found`() {
    let test = " func f() async {\n  await #expect(processExitsWith: .failure) {}\n}\n"
    let suites = "@Suite(.prompt) struct A {\n}\n@Suite struct B {\n@Test\(test)}"
    #expect(
      HouseRules.exitTests("a.swift", suites).map(\.description)
        == ["a.swift:5: a test that awaits a process is '.prompt'"])
    #expect(HouseRules.exitTests("a.swift", "@Test(.prompt)\(test)@Test\(test)").map(\.line) == [5])
    #expect(HouseRules.exitTests("a.swift", "@Suite(.prompt) struct A {\n@Test\(test)}") == [])
    let limited = "@Suite(.limit(minutes: 1)) struct A {\n@Test(.prompt)\(test)}"
    #expect(HouseRules.exitTests("a.swift", limited).map(\.line) == [3])
  }

  @Test func `a test with a thread and no limit is found`() {
    let test = "@Test func f() {\n  Thread {}.start()\n}\n"
    #expect(
      HouseRules.limits("Tests/A/a.swift", "@Suite struct A {\n\(test)}\n").map(\.line) == [3])
    let limited = "@Suite(.limit(minutes: 1)) struct A {\n\(test)}\n"
    #expect(HouseRules.limits("Tests/A/a.swift", limited) == [])
    #expect(HouseRules.limits("Tests/A/a.swift", "@Test func f() {} // Thread {}\n") == [])
    #expect(HouseRules.limits("Sources/A/a.swift", test) == [])
  }

  @Test func `a forbidden import is found`() {
    let text = "import OQHistory\npackage import OQDriver\n"
    #expect(
      HouseRules.imports("a.swift", text, allowed: ["OQHistory"]).map(\.description)
        == ["a.swift:2: this module does not import OQDriver"])
  }
}
