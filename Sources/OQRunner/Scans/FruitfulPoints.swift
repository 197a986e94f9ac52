import OQHistory
import OQReport

/// Places in the code of a subject at which a held lane has shown something before.
///
/// Kept with the findings of a subject. It decides the order of schedules and nothing else: where a
/// race was, the next one is often near, and all the others are tried after it. So a line that
/// cannot be read is left out, and the file can be deleted at any time.
package struct FruitfulPoints: Sendable, Hashable {
  /// A place in the code, in whatever lane and call.
  package struct Place: Sendable, Hashable, Comparable {
    /// The function whose return is the point.
    package let function: String
    /// The code that called it.
    package let caller: String

    /// The place of a point.
    ///
    /// - Parameter point: any point.
    package init(_ point: SubjectPoint) {
      (function, caller) = (point.function.name, point.caller)
    }

    fileprivate init(function: String, caller: String) {
      (self.function, self.caller) = (function, caller)
    }

    /// By caller, then by function.
    package static func < (left: Place, right: Place) -> Bool {
      (left.caller, left.function) < (right.caller, right.function)
    }
  }

  /// How many findings had a lane held at a place.
  package private(set) var counts: [Place: Int] = [:]

  /// Nothing is known.
  package init() {}

  /// Adds the places at which the lanes of a finding are held.
  ///
  /// - Parameter finding: what was found.
  package mutating func add(_ finding: Finding) {
    for hold in finding.pins?.holds ?? [] { counts[Place(hold.point), default: 0] += 1 }
  }

  /// Points with those of fruitful places first, the most fruitful of all at the front.
  ///
  /// - Parameter points: the points that are tried.
  /// - Returns: the same points; those of one place, and all the others, in the order they had.
  /// - Complexity: O(n log n).
  package func ordered(_ points: [SubjectPoint]) -> [SubjectPoint] {
    guard !counts.isEmpty else { return points }
    return points.enumerated().map { (counts[Place($1)] ?? 0, $0, $1) }
      .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }

  // MARK: Text

  /// The text form: a line `SUBJECT FUNCTION CALLER COUNT` for each place, sorted.
  ///
  /// - Parameter subject: the subject's name on the command line, without line breaks.
  /// - Returns: the lines, each ended by a newline.
  package func text(of subject: String) -> String {
    counts.sorted { $0.key < $1.key }.map {
      "\(FruitfulPoints.word(subject)) \($0.key.function) \($0.key.caller) \($0.value)\n"
    }.joined()
  }

  /// Reads what a file says of one subject.
  ///
  /// - Parameters:
  ///   - text: lines as ``text(of:)`` prints them, of any subjects.
  ///   - subject: the subject's name on the command line.
  /// - Returns: its places, and the lines of all the others.
  package static func read(_ text: String, of subject: String) -> (FruitfulPoints, others: String) {
    var points = FruitfulPoints()
    var others = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let count = Int(words[3]), count > 0 else { continue }
      if words[0] == word(subject) {
        points.counts[Place(function: String(words[1]), caller: String(words[2]))] = count
      } else {
        others += line + "\n"
      }
    }
    return (points, others)
  }

  /// A name of a subject as one word: `exec:` may be followed by a command with blanks.
  private static func word(_ subject: String) -> String {
    String(subject.map { $0.isWhitespace ? "_" : $0 })
  }
}

extension FindingsFolder {
  private static let points = "points.txt"

  /// The places of the subject that were fruitful before; none where the folder tells of none.
  package var fruitfulPoints: FruitfulPoints { fruitful.0 }

  /// Keeps the places at which lanes of findings were held.
  ///
  /// - Parameter findings: what was found; nothing is written where no lane is held in them.
  /// - Throws: why it cannot be written.
  package func keepPoints(of findings: [Finding]) throws(UnwritablePlace) {
    let held = findings.filter { $0.pins.map { !$0.holds.isEmpty } ?? false }
    guard !held.isEmpty else { return }
    var (points, others) = fruitful
    for finding in held { points.add(finding) }
    try write(points.text(of: subject) + others, to: FindingsFolder.points)
  }

  private var fruitful: (FruitfulPoints, others: String) {
    guard let bytes = FilePlace.contents(of: full(FindingsFolder.points)) else {
      return (FruitfulPoints(), "")
    }
    return FruitfulPoints.read(String(decoding: bytes, as: UTF8.self), of: subject)
  }
}
