import TestSupport
import Testing

/// `oqcheck-wire`, the command without subjects.
@Suite(.awaiting, .limit(minutes: 5)) struct WireCommandTests {
  private func run(_ words: String..., in folder: Folder? = nil) async throws -> Ending {
    let place = try folder ?? Folder()
    let command = try Command(words, of: builtCommand("oqcheck-wire"), in: place)
    // The folder goes with the last who knows it.
    defer { withExtendedLifetime(place) {} }
    return try await command.end()
  }

  @Test func `judges what speaks the wire protocol, and replays and checks its findings`()
    async throws
  {
    let folder = try Folder()
    let adapter = "exec:'\(try builtCommand())' serve mutant:slot-leaks"
    let found = try await run(
      "run", adapter, "--programs", "60", "--rules", "LIMIT-*", "--findings", "found", in: folder)
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    let file = try #require(folder.names(in: "found").first { $0.hasSuffix(".oqrepro") })
    let again = try await run("replay", "found/\(file)", "--trust", in: folder)
    #expect(again.status == 1, "\(again.output)\(again.errors)")
    let checked = try await run("check", "found/\(file)", in: folder)
    #expect(checked.status == 1, "\(checked.output)\(checked.errors)")
  }

  @Test func `explains, and lists what it can judge`() async throws {
    let explained = try await run("explain", "DEP-9")
    #expect(explained.output.contains("DEP-9"))
    let subjects = try await run("subjects")
    #expect(subjects.output.contains("model"))
    #expect(!subjects.output.contains("foundation"))
  }

  @Test func `says what it comes without`() async throws {
    let foundation = try await run("run", "foundation")
    #expect(foundation.status == 64)
    #expect(foundation.errors.contains("oqcheck-wire drives no subject itself"))
    for word in ["bench", "mutants", "selftest"] {
      let refused = try await run(word)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("oqcheck-wire comes without bundled subjects"))
    }
  }
}
