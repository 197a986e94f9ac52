/// Splits a text at every occurrence of a separator; the pieces may be empty.
///
/// Linear in the length of the text.
///
/// - Parameters:
///   - text: the text to split.
///   - separator: the separator, not empty.
/// - Returns: the pieces, at least one.
func separated(_ text: some StringProtocol, by separator: String) -> [Substring] {
  var pieces: [Substring] = []
  var rest = Substring(text)
  let mark = Array(separator.utf8)
  var start = rest.startIndex
  var index = rest.startIndex
  while index < rest.endIndex {
    if rest.utf8[index...].starts(with: mark) {
      pieces.append(rest[start..<index])
      index = rest.utf8.index(index, offsetBy: mark.count)
      start = index
    } else {
      index = rest.utf8.index(after: index)
    }
  }
  rest = rest[start...]
  pieces.append(rest)
  return pieces
}

/// Whether a text is lower-case letters and digits in groups joined by single hyphens.
///
/// - Parameter text: the text to look at.
/// - Returns: whether it is in kebab case; an empty text is not.
func isKebabCase(_ text: some StringProtocol) -> Bool {
  let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return groups.allSatisfy { group in
    !group.isEmpty && group.allSatisfy(isLowerCaseLetterOrDigit)
  }
}

/// Whether a byte is one of `a`–`z` and `0`–`9`.
private func isLowerCaseLetterOrDigit(_ byte: UInt8) -> Bool {
  UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
