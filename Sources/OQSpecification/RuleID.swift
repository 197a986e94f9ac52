/// The address of a rule: an area and a number, written `DEP-9`.
///
/// Ids are stable: a number is never reused. Numbers from 51 on are rules that the seed documents
/// do not state themselves, or that were added after the first reading.
package struct RuleID: TextCodable, Comparable, ExpressibleByStringLiteral {
  /// The area, the part before the hyphen.
  package let area: Area
  /// The number inside the area, from 1.
  package let number: Int

  /// The largest number a rule can have.
  package static let maximumNumber = 999

  /// See ``TextRepresentable``.
  package static var expectation: String { "a rule id such as DEP-9" }

  /// Makes an id from its parts.
  ///
  /// - Parameters:
  ///   - area: the area.
  ///   - number: the number inside the area, 1 to ``maximumNumber``.
  package init?(area: Area, number: Int) {
    guard 1...RuleID.maximumNumber ~= number else { return nil }
    self.area = area
    self.number = number
  }

  /// Reads `AREA-number`: an area in capitals, one hyphen, a number without sign or leading zero.
  ///
  /// - Parameter text: the whole id.
  package init?(_ text: some StringProtocol) {
    let parts = Substring(text).utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, let area = Area(rawValue: String(Substring(parts[0]))),
      let number = parseNumber(parts[1])
    else { return nil }
    self.init(area: area, number: number)
  }

  /// Makes an id from a literal; a malformed literal is a programming error and traps.
  ///
  /// - Parameter value: the id, such as `DEP-9`.
  package init(stringLiteral value: String) {
    guard let id = RuleID(value) else {
      preconditionFailure("'\(value)' is not \(RuleID.expectation)")
    }
    self = id
  }

  /// The text form, `DEP-9`.
  package var description: String { "\(area.rawValue)-\(number)" }

  /// Whether one id comes before another: by area in catalogue order, then by number.
  ///
  /// - Returns: whether `left` comes first.
  package static func < (left: RuleID, right: RuleID) -> Bool {
    left.area == right.area ? left.number < right.number : left.area < right.area
  }
}

/// Reads a decimal number of at most six digits, without sign or leading zero.
///
/// - Parameter digits: the digits in UTF-8.
/// - Returns: the number, at least 1, or `nil`.
func parseNumber(_ digits: some Collection<UInt8>) -> Int? {
  guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 6 else { return nil }
  var value = 0
  for digit in digits {
    guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
    value = value * 10 + Int(digit - UInt8(ascii: "0"))
  }
  return value
}
