import Foundation
import TestSupport
import Testing

/// Each test starts the command as a user does.
@Suite(.awaiting, .limit(minutes: 2)) struct `A command line that is wrong` {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    let errors: String

    init(_ line: String, _ status: Int32, _ errors: String) {
      words = line.split(separator: " ").map(String.init)
      self.status = status
      self.errors = errors
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases = [
    Case(
      "", 64,
      """
      oqcheck: no command given
      First steps:
        oqcheck run reference --programs 500  see what a correct queue gets: status 0 or 2
        oqcheck run foundation                judge Foundation's queues for 30 seconds
        oqcheck explain DEP-9                 read a rule
        oqcheck replay .oqcheck/FILE.oqrepro  run a finding again
        oqcheck doctor 'exec:PROGRAM'         connect a queue in any language
        oqcheck help                          list all commands

      """),
    Case(
      "runn reference", 64,
      "oqcheck: unknown command 'runn'; did you mean 'run'?\nSee 'oqcheck --help'.\n"),
    Case(
      "run referense", 64,
      """
      oqcheck: unknown subject 'referense'; did you mean reference?
      See 'oqcheck subjects'.

      """),
    Case(
      "run reference --rules DEP-99", 64,
      "oqcheck: no rule matches 'DEP-99'; did you mean DEP-9 or DEP-19 or DEP-59?\n"
        + "See 'oqcheck rules'.\n"),
    Case(
      "run reference --preload", 64,
      "oqcheck: --preload shows the points of exec: subjects, and this is none\n"
        + "Those of other subjects are seen without it.\n"),
    Case(
      "run reference --sed 1", 64,
      "oqcheck: unknown option --sed; did you mean --seed?\nSee 'oqcheck run --help'.\n"),
    Case(
      "run reference --seed x", 64,
      "oqcheck: invalid value 'x' for --seed: expected a decimal or 0x-prefixed "
        + "hexadecimal number below 2^64, or 'random'\nSee 'oqcheck run --help'.\n"),
    Case(
      "explain nd-12", 64,
      """
      oqcheck: no rule, freedom, contested point, transition or word matches 'nd-12'; \
      did you mean ND-12 or ND-1 or ND-2?
      See 'oqcheck rules', 'oqcheck explain transition' and Spec/Glossary.md.

      """),
    Case(
      "explain C-99", 64,
      """
      oqcheck: there is no C-99; freedoms are ND-1 to ND-44, contested points C-1 to C-28

      """),
    Case(
      "explain transition dispach", 64,
      """
      oqcheck: no transition is called 'dispach'; did you mean dispatch?
      See 'oqcheck explain transition'.

      """),
    Case(
      "explain DEP-9 dispatch", 64,
      """
      oqcheck: unexpected argument 'dispatch'
      See 'oqcheck explain --help'.

      """),
    Case("check absent", 66, "oqcheck: absent: no such file\n"),
    Case("replay absent.oqrepro", 66, "oqcheck: absent.oqrepro: no such file\n"),
    Case("shrink absent.oqrepro", 66, "oqcheck: absent.oqrepro: no such file\n"),
    Case(
      "check temporary", 66,
      """
      oqcheck: temporary: holds no .oqhistory or .oqrepro file
      'oqcheck run SUBJECT --keep-histories DIR' writes some.

      """),
    Case("run reference --expect absent", 66, "oqcheck: absent: no such file\n"),
    Case("run reference --corpus absent", 66, "oqcheck: absent: no such directory\n"),
    Case(
      "run reference --report json=absent/report.json", 73,
      "oqcheck: absent/report.json: there is no directory FOLDER/absent\n"),
    Case(
      "run reference --report junit=temporary", 73, "oqcheck: temporary: is a directory\n"),
    Case(
      "run reference --findings absent/findings", 73,
      "oqcheck: absent/findings: there is no directory FOLDER/absent\n"
        + "Name another folder with --findings DIR.\n"),
    Case(
      "run reference --keep-histories absent/histories", 73,
      "oqcheck: absent/histories: there is no directory FOLDER/absent\n"
        + "Name another folder with --keep-histories DIR.\n"),
    Case("check --vectors absent", 66, "oqcheck: absent: no such directory\n"),
  ]

  @Test(arguments: cases)
  func `is answered before any program runs`(wrong: Case) async throws {
    let folder = try Folder()
    let ending = try await Command(wrong.words, in: folder).end()
    #expect(ending.status == wrong.status)
    #expect(ending.errors == wrong.errors.replacing("FOLDER", with: folder.path))
    #expect(ending.output.isEmpty)
  }

  @Test func `is told a file from a folder`() async throws {
    let folder = try Folder()
    let file = try folder.write("text", to: "file")
    for words in [["run", "reference", "--corpus", file], ["check", "--vectors", file]] {
      let ending = try await Command(words, in: folder).end()
      #expect(ending.status == 66)
      #expect(ending.errors == "oqcheck: \(file): is no directory\n")
    }
  }

  @Test func `does not touch the report that is already there`() async throws {
    let folder = try Folder()
    let report = try folder.write("kept", to: "report.json")
    let ending = try await Command.run(
      "run", "nothing", "--report", "json=\(report)", in: folder)
    #expect(ending.status == 64)
    #expect(try folder.text("report.json") == "kept")
  }
}
