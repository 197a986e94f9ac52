import OQHistory
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Programs in which two clients act at once on things that have to do with each other.
@Suite(.computing) struct `Programs of two clients that meet` {
  /// Free programs with every word: the small ones in which two clients meet and then act.
  private static let races: [Program] = {
    let generator = Generator(seed: 11, vocabulary: .full, rules: [])
    return (UInt64(256)..<12_000).map(generator.program(at:)).filter { program in
      program.clients.count == 2
        && program.scripts.allSatisfy { script in
          script.lane.callback == nil || script.steps.allSatisfy { $0 == .hold }
        }
    }
  }()

  /// What the clients of a program do next once they have met for the first time.
  private func meeting(_ program: Program) -> Set<String>? {
    let firsts = program.clients.compactMap { client -> String? in
      guard let place = client.steps.firstIndex(of: .meet(1)),
        client.steps.indices.contains(place + 1)
      else { return nil }
      switch client.steps[place + 1] {
      case .command(let command): return command.verb.entry.name
      case .open: return "open"
      default: return nil
      }
    }
    return firsts.count == 2 ? Set(firsts) : nil
  }

  @Test(arguments: [
    ["add", "open"], ["add", "start"], ["undepend", "open"], ["undepend", "report-finished"],
    ["cancel", "open"], ["add-barrier", "open"], ["set-completion", "start"], ["resume", "wait"],
    ["add-group-wait", "open"], ["cancel-all", "resume"],
  ])
  func `let something go on while something else changes`(pair: [String]) {
    #expect(Self.races.contains { meeting($0) == Set(pair) })
  }

  @Test func `end, whatever a correct queue chooses and whoever comes first`() {
    #expect(Self.races.count > 200)
    for (number, program) in Self.races.enumerated() {
      #expect(faults(program) == [], "\(program.text)")
      for run in UInt64(0)..<6 {
        var rehearsal = Rehearsal(program, seed: mix(UInt64(number), run))
        #expect(rehearsal.stuckLanes() == [], "\(program.text)")
      }
    }
  }

  @Test func `are small, or do the same many times, or meet many times`() {
    let small = Self.races.count { $0.steps <= 20 }
    #expect(small * 2 > Self.races.count)
    #expect(
      Self.races.contains { program in
        program.clients.contains { client in
          client.steps.count { $0.command?.verb == .setName } >= 40
        }
      })
    #expect(Self.races.contains { $0.allSteps.contains(.meet(6)) })
  }

  @Test func `give a queue many tasks at once`() {
    let generator = Generator(seed: 11, vocabulary: .full, rules: [])
    let crowded = (UInt64(256)..<20_000).contains { index in
      let program = generator.program(at: index)
      return program.operations.count == 40 && program.clients.count == 3
        && program.allSteps.contains { $0.command?.verb == .setProgressTotal }
    }
    #expect(crowded)
  }
}
