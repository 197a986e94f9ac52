/// What a bench has measured of one thing, in turns with something to compare it with.
///
/// Whatever slows the machine down slows both sides of a turn, so that the ratio is what can be
/// compared between runs. Figures are costs: the smaller ones are better.
package struct Figure: Sendable, Hashable, Codable {
  /// Its name, which stays the same from version to version.
  package let name: String
  /// What is measured, in words.
  package let what: String
  /// What the values are in, such as `ns per event`.
  package let unit: String
  /// What it is compared with, in words.
  package let baseline: String
  /// The costs, by turn.
  package let values: [Double]
  /// The costs of the baseline, by turn, in the same unit.
  package let baselines: [Double]

  /// States a figure.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - what: what is measured, in words.
  ///   - unit: what the values are in.
  ///   - baseline: what it is compared with, in words.
  ///   - turns: value and baseline of each turn, at least one; none is zero or less.
  package init(
    _ name: String, _ what: String, unit: String, against baseline: String,
    turns: [(value: Double, baseline: Double)]
  ) {
    precondition(!turns.isEmpty, "\(name) has no turn")
    self.name = name
    self.what = what
    self.unit = unit
    self.baseline = baseline
    // A clock may show that nothing took any time.
    let least = 1e-9
    values = turns.map { max($0.value, least) }
    baselines = turns.map { max($0.baseline, least) }
  }

  /// The median of the values.
  package var value: Double { Figure.median(values) }

  /// The ratio of each turn, ascending.
  package var ratios: [Double] { zip(values, baselines).map { $0 / $1 }.sorted() }

  /// The median of the ratios.
  package var ratio: Double { Figure.median(ratios) }

  /// How far apart the highest and the lowest ratio are, as a part of the median.
  package var spread: Double {
    let ratios = ratios
    return (ratios[ratios.count - 1] - ratios[0]) / ratio
  }

  /// The middle of some numbers; of an even number of them the mean of both in the middle.
  ///
  /// - Parameter numbers: at least one number.
  /// - Returns: the median.
  /// - Complexity: O(n log n).
  package static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// All figures of one run of a bench.
package struct FigureList: Sendable, Hashable, Codable {
  /// The version of the form.
  package static let schema = 1

  /// The version of the form that it was read from, or is written in.
  package let schema: Int
  /// The version of the command.
  package let tool: String
  /// The figures, in the order in which they were measured.
  package let figures: [Figure]

  /// Puts figures together.
  ///
  /// - Parameters:
  ///   - tool: the version of the command.
  ///   - figures: the figures; no two have one name.
  package init(tool: String, _ figures: [Figure]) {
    schema = FigureList.schema
    self.tool = tool
    self.figures = figures
  }
}

/// What has become of one figure between two runs of a bench.
package struct FigureChange: Sendable, Hashable {
  /// What a change means.
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// All turns were cheaper than all turns before.
    case better
    /// All turns were dearer than all turns before.
    case worse
    /// Turns overlap with those before: nothing is known.
    case same
    /// The figure was not measured before.
    case new
    /// The figure was measured before, and now it was not.
    case gone
  }

  /// The name of the figure.
  package let name: String
  /// What became of it.
  package let verdict: Verdict
  /// The ratio now, as a multiple of the ratio before; nil where one of both is missing.
  package let factor: Double?

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - after: the later run.
  ///   - before: the earlier run.
  /// - Returns: one change for each figure of either run: those of the later one in its order, then
  ///   those that are gone.
  /// - Complexity: O(n log n).
  package static func changes(in after: FigureList, since before: FigureList) -> [FigureChange] {
    let old = Dictionary(before.figures.map { ($0.name, $0) }) { first, _ in first }
    let names = Set(after.figures.map(\.name))
    return after.figures.map { FigureChange($0, since: old[$0.name]) }
      + before.figures.filter { !names.contains($0.name) }.map {
        FigureChange(name: $0.name, verdict: .gone, factor: nil)
      }
  }

  private init(name: String, verdict: Verdict, factor: Double?) {
    self.name = name
    self.verdict = verdict
    self.factor = factor
  }

  private init(_ after: Figure, since before: Figure?) {
    guard let before else {
      self.init(name: after.name, verdict: .new, factor: nil)
      return
    }
    let (now, then) = (after.ratios, before.ratios)
    let verdict: Verdict =
      if now[now.count - 1] < then[0] {
        .better
      } else if now[0] > then[then.count - 1] {
        .worse
      } else {
        .same
      }
    self.init(name: after.name, verdict: verdict, factor: after.ratio / before.ratio)
  }
}
