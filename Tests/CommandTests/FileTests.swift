import Foundation
import TestSupport
import Testing

/// A short program and a history of it.
private let program = """
  oqprogram 1
  queue q
  op a
  client 1
    add q a
    until end a

  """

private let goodHistory = """
  oqhistory 1
  queue q
  op d
  op x deps=d
  events
  1 client1 add-group q d,x
  2 client1 ok
  3 d begin
  4 d end
  5 x begin
  6 x end
  7 - ended

  """

private let badHistory = """
  oqhistory 1
  queue q
  op d
  op x deps=d
  events
  1 client1 add-group q d,x
  2 client1 ok
  3 d begin
  4 x begin
  5 d end
  6 x end
  7 - ended

  """

/// Whether x runs depends on the wake-up by d.
private let neverReleased = """
  oqprogram 1
  queue q
  op d
  op x deps=d
  client 1
    add q x
    add q d
    until end x

  """

/// A start of a finished operation that returns, which the guide does not allow.
private let secondStart = """
  oqhistory 1
  op x
  events
  1 client1 start x
  2 x begin
  3 x end
  4 client1 ok
  5 client1 start x
  6 client1 ok
  7 client1 is-finished x
  8 client1 = true
  9 - ended

  """

@Suite(.awaiting, .limit(minutes: 2)) struct `Standard output` {
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no full device"))
  func `that takes nothing is told of`() async throws {
    let folder = try Folder()
    let words = "'\(try builtCommand())' rules >/dev/full"
    let ending = try await Command(["-c", words], of: "/bin/sh", in: folder).end()
    #expect(ending.status == 73)
    #expect(
      ending.errors
        == "oqcheck: standard output: cannot be written: No space left on device\n")
  }

  @Test func `that is closed early is no fault`() async throws {
    let folder = try Folder()
    let words = "'\(try builtCommand())' generate --programs 2000 | head -n 1"
    let ending = try await Command(["-c", words], of: "/bin/sh", in: folder).end()
    #expect(ending.status == 0)
    #expect(ending.output == "# program 0\n")
    #expect(ending.errors.isEmpty, "\(ending.errors)")
  }
}

@Suite(.awaiting, .limit(minutes: 2)) struct `A file` {
  @Test func `with a history that breaks no rule is conformant`() async throws {
    let folder = try Folder()
    let path = try folder.write(goodHistory, to: "good.oqhistory")
    let ending = try await Command.run("check", path, in: folder)
    #expect(ending.status == 0)
    #expect(ending.output.contains(#/\nDEP-1 +satisfied +1\b/#))
    #expect(ending.errors.isEmpty)
  }

  @Test func `with a history that breaks a rule is violated, and says how`() async throws {
    let folder = try Folder()
    let path = try folder.write(badHistory, to: "bad.oqhistory")
    let ending = try await Command.run("check", path, in: folder)
    #expect(ending.status == 1)
    let message =
      "DEP-1: x began at 4 although d, on which it depends, began at 3 and ended only at 5"
    #expect(ending.output.contains(message))
  }

  @Test func `with a history that only the model rejects is unexplained`() async throws {
    let folder = try Folder()
    let unexplained = """
      oqhistory 1
      queue q
      op a
      events
      1 client1 operations q
      2 client1 = a
      3 - ended
      """
    let path = try folder.write(unexplained, to: "unexplained.oqhistory")
    let ending = try await Command.run("check", path, in: folder)
    #expect(ending.status == 1)
    #expect(
      ending.output.hasSuffix(
        "unexplained: 2 client1 = a: no run of the model has it here\n"))
    let chosen = try await Command.run("check", path, "--rules", "DEP-*", in: folder)
    #expect(chosen.status == 2)
  }

  @Test func `with several histories says one line of each`() async throws {
    let folder = try Folder()
    _ = try folder.write(goodHistory, to: "kept/10.oqhistory")
    _ = try folder.write(badHistory, to: "kept/9.oqhistory")
    _ = try folder.write("not a history", to: "kept/notes.txt")
    let all = try await Command.run("check", "kept", in: folder)
    #expect(all.status == 1)
    #expect(all.output.hasPrefix("kept/9.oqhistory: violated, "))
    #expect(all.output.contains("\n  DEP-1: x began at 4"))
    #expect(all.output.contains("\nkept/10.oqhistory: conformant, "))
    let twice = try await Command.run(
      "check", "kept/10.oqhistory", "kept/10.oqhistory", in: folder)
    #expect(twice.status == 0)
    let single = try await Command.run("check", "kept/10.oqhistory", in: folder)
    #expect(single.output.contains(#/\nDEP-1 +satisfied +1\b/#))
    _ = try folder.write("", to: "empty/notes.txt")
    let none = try await Command.run("check", "empty", in: folder)
    #expect(none.status == 66)
    #expect(none.errors.contains("holds no .oqhistory or .oqrepro file"))
    let malformed = try await Command.run(
      "check", "kept/10.oqhistory", "kept/notes.txt", in: folder)
    #expect(malformed.status == 65)
    #expect(malformed.output.isEmpty, "what is malformed is found before anything is judged")
  }

  @Test func `with a history of a replay or of a run judges it again`() async throws {
    let folder = try Folder()
    let run = try await Command.run(
      "run", "model", "--only", "3,5", "--keep-histories", "kept", "--quiet", in: folder)
    #expect(run.status != 64, "\(run.errors)")
    let kept = try await Command.run("check", "kept", in: folder)
    #expect(kept.status == 0 || kept.status == 2, "\(kept.output)\(kept.errors)")
    for index in [3, 5] { #expect(kept.output.contains("kept/\(index).oqhistory: ")) }
    let program = try folder.write(
      """
      oqprogram 1
      queue q
      op a
      client 1
        add q a
        wait a
      """, to: "one.oqprogram")
    let replay = try await Command.run(
      "replay", program, "--subject", "model", "--history", "one.oqhistory", in: folder)
    #expect(replay.status == 2, "\(replay.output)\(replay.errors)")
    let again = try await Command.run("check", "one.oqhistory", "--rules", "WAIT-1", in: folder)
    #expect(again.status == 0, "\(again.output)\(again.errors)")
    let nowhere = try await Command.run(
      "replay", program, "--subject", "model", "--history", "/nowhere/one.oqhistory", in: folder)
    #expect(nowhere.status == 73)
  }

  @Test func `with a history is judged by the rules that are chosen`() async throws {
    let folder = try Folder()
    let path = try folder.write(badHistory, to: "bad.oqhistory")
    let other = try await Command.run("check", path, "--rules", "QUEUE-*", in: folder)
    #expect(other.status != 1)
    #expect(!other.output.contains("DEP-1"))
    let own = try await Command.run("check", path, "--rules", "DEP-1", in: folder)
    #expect(own.status == 1)
    #expect(own.output.contains("0 rules are not touched by this history"))
    let none = try await Command.run("check", path, "--rules", "DEP-777", in: folder)
    #expect(none.status == 64)
    #expect(none.errors.contains("DEP-777"))
  }

  @Test func `with a history is judged by the profile that is chosen`() async throws {
    let folder = try Folder()
    let path = try folder.write(secondStart, to: "start.oqhistory")
    for (profile, status) in [("core", 0), ("reference", 0), ("guide", 1)] as [(String, Int32)] {
      let ending = try await Command.run(
        "check", path, "--rules", "START-6", "--profile", profile, in: folder)
      #expect(ending.status == status, "\(profile): \(ending.output)")
    }
  }

  @Test func `that is no history is malformed`() async throws {
    let folder = try Folder()
    let path = try folder.write(
      goodHistory.replacing("4 d end", with: "4 d ends"), to: "bad.oqhistory")
    let ending = try await Command.run("check", path, in: folder)
    #expect(ending.status == 65)
    #expect(ending.errors.hasPrefix("oqcheck: \(path): line 9, column 5: "))
  }

  @Test(arguments: ["replay", "shrink"])
  func `that is no program is malformed`(command: String) async throws {
    let folder = try Folder()
    let path = try folder.write(
      program.replacing("until end a", with: "until and a"), to: "bad.oqprogram")
    let ending = try await Command.run(command, path, "--subject", "reference", in: folder)
    #expect(ending.status == 65)
    #expect(ending.errors.hasPrefix("oqcheck: \(path): line 6, column 9: "))
  }

  @Test func `that is not text is malformed`() async throws {
    let folder = try Folder()
    try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: "\(folder.path)/bytes"))
    let ending = try await Command.run("replay", "bytes", in: folder)
    #expect(ending.status == 65)
    #expect(ending.errors == "oqcheck: bytes: expected text in UTF-8\n")
  }

  @Test func `with a program needs a subject`() async throws {
    let folder = try Folder()
    let path = try folder.write(program, to: "a.oqprogram")
    let ending = try await Command.run("replay", path, in: folder)
    #expect(ending.status == 64)
    #expect(ending.errors.hasPrefix("oqcheck: \(path) does not name a subject\n"))
  }

  @Test func `with a program that fails is run again by the command that is shown`() async throws {
    let folder = try Folder()
    let path = try folder.write(neverReleased, to: "a b.oqprogram")
    let mutant = "mutant:release-without-wake-up"
    let ending = try await Command.run("replay", path, "--subject", mutant, in: folder)
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(ending.output.contains("oqcheck replay '\(path)' --subject \(mutant)\n"))
    #expect(!ending.output.contains("--seed"))
  }

  @Test func `of a failure that is cut off anywhere is malformed`() async throws {
    let folder = try Folder()
    let text = """
      oqrepro 1
      subject reference
      rule DEP-1
      kind history
      profile core
      seed 1
      index 0
      reproduced 1/1
      message x began
      events 3 4
      == program
      \(program)== history
      \(badHistory)== end

      """
    let lines = text.split(separator: "\n")
    for count in [1, 5, 10, 11, 17, 18, 20, 26, lines.count - 1] {
      let path = try folder.write(
        lines.prefix(count).joined(separator: "\n") + "\n", to: "cut.oqrepro")
      let ending = try await Command.run("replay", path, in: folder)
      #expect(ending.status == 65, "after \(count) lines")
      #expect(ending.errors.hasPrefix("oqcheck: \(path): line "), "\(ending.errors)")
    }
    let whole = try folder.write(text, to: "whole.oqrepro")
    let ending = try await Command.run("replay", whole, in: folder)
    #expect(ending.status == 2)
    #expect(ending.output == "DEP-1: reproduced 0 of 1 attempts\n  1 conformant\n")
  }
}
