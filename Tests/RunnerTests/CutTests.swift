import OQAdapters
import OQContracts
import OQDriver
import OQHistory
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// The same programs on the same queue, in a worker and over the wire, give histories that differ
/// only in tickets.
///
/// What that can mean: where nothing races, each lane has the same observations. Where threads race
/// the tickets decide what is observed, and one transport may never show what the other always
/// does: a cancel overtakes a task, or not. Of every program is asked therefore what no race can
/// change: each client makes the same calls and steps in the same order, a lane of client code that
/// both runs have does so too, and the history is legal. That nearly all programs agree in every
/// observation shows that this is not all that they share.
@Suite(.waiting, .limit(minutes: 10)) struct `The cut between harness and adapter` {
  /// What a lane did, whatever came of it; of a call that the end of a program has cut off the wire
  /// has no record of its own.
  private static func deeds(_ view: [Event.Kind]) -> [Event.Kind] {
    view.compactMap { kind in
      switch kind {
      case .returned: nil
      case .made(let command, _): .call(command)
      default: kind
      }
    }
  }

  @Test func `shows in tickets only`() throws {
    let count = 1_000
    let subject = ReferenceSubject()
    // The wire has no words for threads and the main loop; which of several changes an observer
    // meets first is a race.
    let capabilities = subject.description.capabilities.filter {
      ![.mainQueue, .threadIdentity, .kvo].contains($0)
    }
    let selection = try Selection(
      patterns: [], contract: .operations, subject: subject.description, profile: .core)
    let rules = selection.judged.map(\.id)
    let generator = Generator(
      seed: 1,
      vocabulary: Vocabulary(capabilities: capabilities, rules: rules),
      rules: rules, repertoire: selection.contract.repertoire)
    let judge = try Judge.all()
    let inWorker = try workers("reference")
    let onWire = try served("reference")
    defer {
      inWorker.shutDown()
      onWire.shutDown()
    }
    var tally = (same: 0, racing: 0, stalled: 0)
    for index in 0..<UInt64(count) {
      var program = generator.program(at: index)
      program.settings = Program.Settings()
      let execution = try onWire.executeQuickly(program)
      #expect(execution.unusable == nil)
      let accused = judge.judge(execution.history).violations
      #expect(accused.isEmpty, "\(program.text)\(execution.history.text)\(accused)")
      // What a lane is inside of when nothing moves any more is written in another way.
      guard HistoryIndex(execution.history).isCompleted else {
        tally.stalled += 1
        continue
      }
      let wanted = execution.history.views
      var isSame = false
      for _ in 0..<5 where !isSame {
        let seen = try inWorker.executeQuickly(program).history.views
        isSame = seen == wanted
        for (lane, view) in wanted {
          guard let other = seen[lane] else {
            #expect(lane.callback != nil, "\(lane) is missing in a worker\n\(program.text)")
            continue
          }
          // The end of a program cuts client code off that nobody waits for.
          let (one, two) = (Self.deeds(view), Self.deeds(other))
          let isCut = lane.callback != nil && (one.starts(with: two) || two.starts(with: one))
          #expect(
            one == two || isCut, "\(lane)\n\(program.text)\(execution.history.text)")
        }
      }
      if isSame { tally.same += 1 } else { tally.racing += 1 }
    }
    #expect(tally.stalled * 100 <= count, "\(tally)")
    #expect(tally.same * 100 > count * 90, "\(tally)")
  }
}
