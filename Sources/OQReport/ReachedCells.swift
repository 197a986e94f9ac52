import OQHistory

/// Which of some cells were reached, in an order that all parts of a campaign share: so that what
/// they have reached together can be told.
package struct ReachedCells: Sendable, Hashable {
  /// How many cells there are.
  package let count: Int
  /// Six cells each, the first in the lowest bit.
  private var groups: [UInt8]

  /// The characters for six cells: that for none of them first.
  private static let characters = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)
  /// The six cells of each character.
  private static let values = Dictionary(
    uniqueKeysWithValues: characters.enumerated().map { ($1, UInt8($0)) })

  /// Notes which cells were reached.
  ///
  /// - Parameter cells: of each cell whether it was.
  package init(_ cells: [Bool]) {
    count = cells.count
    groups = Array(repeating: 0, count: (cells.count + 5) / 6)
    for (place, isReached) in cells.enumerated() where isReached {
      groups[place / 6] |= 1 << UInt8(place % 6)
    }
  }

  /// How many were reached.
  package var reached: Int { groups.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Adds what another part has reached.
  ///
  /// - Parameter other: the same cells.
  /// - Precondition: there are as many of them.
  package mutating func formUnion(_ other: ReachedCells) {
    precondition(count == other.count)
    for place in groups.indices { groups[place] |= other.groups[place] }
  }
}

extension ReachedCells: Codable {
  private enum Key: String, CodingKey { case count, cells }

  /// Reads cells.
  ///
  /// - Parameter decoder: holds their number and a character for each six of them.
  /// - Throws: `DecodingError` when something is missing or does not fit the number.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    count = try form.count(.count)
    let text = try form.decode(String.self, forKey: .cells)
    groups = text.utf8.compactMap { ReachedCells.values[$0] }
    let beyond: UInt8 = count % 6 == 0 ? 0 : ~0 << UInt8(count % 6)
    guard groups.count == text.utf8.count, groups.count == (count + 5) / 6,
      (groups.last ?? 0) & beyond & 63 == 0
    else { throw form.fault(.cells, "expected six of \(count) cells in each character") }
  }

  /// Writes the cells.
  ///
  /// - Parameter encoder: receives their number and a character for each six of them.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(count, forKey: .count)
    let text = String(decoding: groups.map { ReachedCells.characters[Int($0)] }, as: UTF8.self)
    try form.encode(text, forKey: .cells)
  }
}
