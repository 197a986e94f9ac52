import OQReference

/// A broken queue that nobody has chosen: an edit, or two edits, drawn from a list of all edits.
///
/// It shows how well programs find what nobody thought of. What it breaks is not known beforehand;
/// some break nothing.
package struct BlindMutant: Sendable {
  /// An alteration in a circumstance.
  private struct Edit: Sendable {
    let alteration: Alteration
    let circumstance: Circumstance

    var text: String {
      let text = "\(alteration.member) \(alteration.text)"
      return circumstance.text.map { "\(text) where \($0)" } ?? text
    }
  }

  /// The name: `blind-`, the number of the draw, and the number in it, from 1.
  package let name: String
  /// What is decided otherwise.
  package let summary: String
  private let edits: [Edit]

  /// The decisions of the mutant.
  package var behavior: Behavior {
    Behavior.edited { behavior in
      for edit in edits { edit.alteration.apply(&behavior, edit.circumstance) }
    }
  }

  /// For each alteration the number of edits up to its last one.
  private static let bounds: [Int] = Alteration.all.reduce(into: []) { bounds, alteration in
    bounds.append((bounds.last ?? 0) + alteration.topic.circumstances.count)
  }

  /// How many single edits there are.
  package static var singleEdits: Int { bounds.last ?? 0 }

  /// The mutant with a number in a draw: by turns a single edit and two edits of different
  /// decisions, each as likely as any other.
  ///
  /// - Parameters:
  ///   - number: the number, from 1.
  ///   - draw: the number of the draw.
  package init(_ number: Int, draw: UInt64) {
    var state = BlindMutant.mixed(BlindMutant.mixed(draw) &+ UInt64(number))
    func next() -> Edit {
      state = BlindMutant.mixed(state)
      return BlindMutant.edit(
        Int(UInt64(BlindMutant.singleEdits).multipliedFullWidth(by: state).high))
    }
    var edits = [next()]
    while number.isMultiple(of: 2), edits.count < 2 {
      let second = next()
      if second.alteration.member != edits[0].alteration.member { edits.append(second) }
    }
    name = "blind-\(draw)-\(number)"
    summary = edits.map(\.text).joined(separator: "; ")
    self.edits = edits
  }

  /// The mutant with a name.
  ///
  /// - Parameter name: such as `blind-1-17`.
  /// - Returns: nil for a text that is no such name.
  package static func named(_ name: some StringProtocol) -> BlindMutant? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "blind", let draw = UInt64(parts[1]),
      let number = Int(parts[2]), number > 0
    else { return nil }
    let mutant = BlindMutant(number, draw: draw)
    return mutant.name == name ? mutant : nil
  }

  private static func edit(_ number: Int) -> Edit {
    let place = bounds.firstIndex { number < $0 } ?? 0
    let alteration = Alteration.all[place]
    let circumstances = alteration.topic.circumstances
    return Edit(
      alteration: alteration,
      circumstance: circumstances[number - bounds[place] + circumstances.count])
  }

  /// The mix of SplitMix64: a bijection of 64-bit values that leaves no pattern.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
