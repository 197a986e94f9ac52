import Foundation
import TestSupport
import Testing

@Suite(.waiting, .limit(minutes: 5)) struct `A comparison of the acceptors` {
  @Test func `agrees, and is the same whoever does which part`() async throws {
    let folder = try Folder()
    let words = ["bench", "differential", "--histories", "300", "--bound", "400", "--seed", "4"]
    let one = try await Command(words, in: folder).end()
    #expect(one.status == 0)
    #expect(one.output.contains(#/\nin all +300\n/#))
    #expect(one.output.contains(#/\ndisagreement +0\n/#))
    #expect(one.output.contains(#/\nfalse alarm +0\n/#))
    #expect(one.errors.contains("100%, 300 histories"))
    let three = try await Command(words + ["--jobs", "3"], in: folder).end()
    #expect(three.output == one.output)
    #expect(three.status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.oqcheck"))
  }

  @Test func `is inconclusive where too much is undecided`() async throws {
    let folder = try Folder()
    let ending = try await Command.run(
      "bench", "differential", "--histories", "200", "--bound", "1", in: folder)
    #expect(ending.status == 2)
  }

  @Test(arguments: [
    ["bench"], ["bench", "speed"], ["bench", "differential", "--programs", "10"],
    ["bench", "differential", "--histories", "0"],
  ])
  func `refuses what it does not know`(words: [String]) async throws {
    let folder = try Folder()
    let ending = try await Command(words, in: folder).end()
    #expect(ending.status == 64)
    #expect(ending.output.isEmpty)
    #expect(!ending.errors.isEmpty)
  }
}
