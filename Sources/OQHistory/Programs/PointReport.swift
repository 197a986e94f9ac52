/// What a run has shown of the points of its subject.
package struct PointReport: Sendable, Hashable {
  /// The points in the order in which they came, where they were counted.
  package var points: [SubjectPoint] = []
  /// What the calls of points are about, numbered from 1.
  ///
  /// Points with one number used one mutex, condition, semaphore, queue or reference in this run.
  /// Those about nothing are missing.
  package var objects: [SubjectPoint: Int] = [:]
  /// Points that came and are not among ``points``: those beyond the most that are kept.
  package var more = 0
  /// Lanes that were held and released as it was meant.
  package var held = 0
  /// Holds that were given up: the rest did not come to rest, or something else had to go on first.
  package var givenUp = 0
  /// The code that had led to a hold, by the number of the hold.
  ///
  /// Names of callers, innermost first, without the one that names the point. A hold whose lane did
  /// not come is missing.
  package var traces: [Int: [String]] = [:]

  /// A run without points.
  package init() {}
}

extension PointReport {
  /// The text form: three numbers, then a point a line, then the numbers of their objects in one
  /// line (0 for none), then a trace a line.
  ///
  /// - Parameter program: the program whose lanes are named.
  /// - Returns: the lines, without newlines.
  package func lines(in program: Program) -> [String] {
    let numbers = points.map { String(objects[$0] ?? 0) }
    return ["\(held) \(givenUp) \(more)"] + points.map { $0.text(in: program) }
      + (numbers.isEmpty ? [] : [(["objects"] + numbers).joined(separator: " ")])
      + traces.sorted { $0.key < $1.key }.map { number, names in
        (["trace", "\(number)"] + names).joined(separator: " ")
      }
  }

  /// Reads the text form; nil for anything else.
  ///
  /// - Parameters:
  ///   - lines: what ``lines(in:)`` gives.
  ///   - program: the program whose lanes are named.
  package init?(lines: [Substring], in program: Program) {
    let numbers = lines.first?.split(separator: " ").compactMap { Int($0) } ?? []
    guard numbers.count == 3 else { return nil }
    (held, givenUp, more) = (numbers[0], numbers[1], numbers[2])
    for line in lines.dropFirst() {
      if let (number, names) = PointReport.trace(line) {
        traces[number] = names
        continue
      }
      if let numbers = PointReport.objects(line) {
        guard numbers.count == points.count else { return nil }
        for (point, number) in zip(points, numbers) where number > 0 { objects[point] = number }
        continue
      }
      guard let point = SubjectPoint(parsing: line, for: program) else { return nil }
      points.append(point)
    }
  }
}

extension PointReport {
  /// A line `trace NUMBER NAME…`; nil for another one.
  private static func trace(_ line: Substring) -> (Int, [String])? {
    let words = line.split(separator: " ")
    // A lane can have that name, but no lane is followed by a number.
    guard words.count > 1, words[0] == "trace", let number = Int(words[1]) else { return nil }
    return (number, words.dropFirst(2).map(String.init))
  }

  /// A line `objects NUMBER…`; nil for another one, as above.
  private static func objects(_ line: Substring) -> [Int]? {
    let words = line.split(separator: " ")
    guard words.count > 1, words[0] == "objects" else { return nil }
    let numbers = words.dropFirst().compactMap { Int($0) }
    return numbers.count == words.count - 1 ? numbers : nil
  }
}

/// What becomes of the points of a run.
package enum PointMode: Sendable, Hashable {
  /// Only those of the holds that are asked for are looked at.
  case off
  /// All of them are reported.
  case counted
  /// Some of them are held for a moment, drawn from a seed.
  case random(UInt64)

  /// The text form: a word, or a word and the seed.
  package var text: String {
    switch self {
    case .off: "off"
    case .counted: "counted"
    case .random(let seed): "random \(seed)"
    }
  }

  /// Reads the text form; nil for anything else.
  ///
  /// - Parameter text: what ``text`` gives.
  package init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    switch (words.first, words.count) {
    case ("off", 1): self = .off
    case ("counted", 1): self = .counted
    case ("random", 2):
      guard let seed = UInt64(words[1]) else { return nil }
      self = .random(seed)
    default: return nil
    }
  }
}
