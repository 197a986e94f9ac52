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

  @Test func `judges what speaks the wire protocol`() async throws {
    let folder = try Folder()
    let adapter = "exec:'\(try builtCommand())' serve reference"
    let report = try await run(
      "run", adapter, "--programs", "20", "--rules", "DEP-1", "--report", "json=r.json", in: folder)
    #expect(report.status == 0 || report.status == 2, "\(report.output)\(report.errors)")
    #expect(try folder.object("r.json")["programs"] as? Int == 20)
    let program = "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n  wait-all q\n"
    _ = try folder.write(program, to: "p.oqprogram")
    let replayed = try await run("replay", "p.oqprogram", "--subject", adapter, in: folder)
    // Nothing is left undecided, and some rules have no case.
    #expect(replayed.status == 2, "\(replayed.output)\(replayed.errors)")
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
