import OQSpecification

/// One allowed outcome at a point where implementations may differ (ND-n).
///
/// The name begins with the number of the freedom.
package enum Branch: UInt8, Sendable, Hashable, CaseIterable {
  case nd1First, nd1Other
  case nd3True, nd3False
  case nd4None, nd4Pulse
  case nd5Prompt, nd5Delayed
  case nd6Noticed, nd6Unstarted
  case nd7Honoured, nd7Ignored, nd7Rejected
  case nd8Noticed, nd8Unnoticed
  case nd9Same, nd9Different
  case nd10New, nd10Old
  case nd11Normal, nd11Other
  case nd12Ran, nd12Skipped
  case nd13UnlistedFirst, nd13FreedFirst
  case nd14Straggler
  case nd15Awaited, nd15NotAwaited
  case nd18InOrder, nd18OutOfOrder, nd18Overlapping
  case nd19BlockFirst, nd19BlockLater
  case nd20Straggler
  case nd21Unfinished, nd21Finished
  case nd22Rejected, nd22Ignored
  case nd23Rejected, nd23Ignored, nd23Replaced, nd23LateRun
  case nd24AddRejected, nd24AddIgnored
  case nd24StartRejected, nd24StartIgnored, nd24StartExecutes
  case nd25InTurn, nd25Early, nd25WhileSuspended, nd25OverriddenStart
  case nd28Once, nd28Twice, nd28Rejected
  case nd29Snapshot
  case nd30One, nd30Several
  case nd31Skipped, nd31Ran
  case nd34NoneAdded, nd34SomeAdded, nd34Skipped
  case nd35Stays, nd35Finished, nd35StartRejected, nd35StartFinished
  case nd36Heeded, nd36Waited
  case nd37Honoured, nd37Waits
  case nd38None, nd38Cancelled
  case nd39Cancelled
  case nd40Gap
  case nd41Released, nd41Delayed
  case nd42Started, nd42Forgotten
  case nd43Counted, nd43NotCounted, nd43Awaited, nd43NotAwaited, nd43Dropped, nd43Early
  case nd44Rejected, nd44Ignored, nd44Added

  /// The outcome as `Spec/Freedoms.md` names it, such as `not-awaited`.
  package var outcome: String {
    "\(self)".dropFirst(2).drop { $0.isNumber }.reduce(into: "") { text, character in
      if character.isUppercase, !text.isEmpty { text.append("-") }
      text += character.lowercased()
    }
  }

  /// The number of the freedom, such as 7.
  package var freedom: Int {
    var number = 0
    for character in "\(self)".dropFirst(2) {
      guard let digit = character.wholeNumberValue else { break }
      number = number * 10 + digit
    }
    return number
  }

  /// The outcomes that a reading of the contract leaves, by number of the freedom.
  ///
  /// - Returns: every outcome, without those that the rules of the profile forbid.
  package static func allowed(by profile: Profile) -> [Branch] {
    let forbidden: [Branch] =
      switch profile {
      case .core: []
      // START-6.
      case .guide: [.nd22Ignored]
      // START-6, QUEUE-17, SUSP-53, DEP-53, CANCEL-55.
      case .reference:
        [.nd22Rejected, .nd24AddIgnored, .nd25WhileSuspended, .nd37Waits, .nd38Cancelled]
      }
    return allCases.filter { !forbidden.contains($0) }
  }

  /// Number and outcome for people and reports, such as `ND-25 overridden start`.
  package var name: String {
    let outcome = "\(self)".dropFirst(2).drop(while: \.isNumber)
    let words = outcome.enumerated().map { place, letter in
      letter.isUppercase ? (place == 0 ? "" : " ") + letter.lowercased() : String(letter)
    }
    return "ND-\(freedom) \(words.joined())"
  }
}

/// A point of the specification where implementations may differ.
package struct Freedom: Sendable, Hashable {
  /// The number n of ND-n.
  package let number: Int
  /// The outcomes that the model takes, empty where histories cannot show the point.
  package let branches: [Branch]
  /// Why histories cannot show the point; nil where they can.
  package let unobservable: String?

  /// Every freedom of the specification, by number.
  package static let all: [Freedom] = (1...44).map { number in
    Freedom(
      number: number, branches: Branch.allCases.filter { $0.freedom == number },
      unobservable: reasons[number])
  }

  private static let reasons: [Int: String] = [
    2: "the model does not look at threads",
    16: "the model does not look at notifications",
    17: "the model does not look at notifications",
    26: "no command reads the completion block",
    27: "no command reads the current queue",
    32: "the model does not speak of a history in which a setting of the main queue changes",
    33: "no error leaves a body",
  ]
}
