extension FixedWidthInteger {
  /// Reads decimal ASCII digits and nothing else; the initialisers of the standard library also
  /// accept a sign.
  package init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text, radix: 10)
  }
}

extension UInt64 {
  /// Reads a seed: decimal digits, or `0x` and hexadecimal digits.
  package init?(seed text: some StringProtocol) {
    guard text.hasPrefix("0x") else {
      self.init(digits: text)
      return
    }
    let digits = text.dropFirst(2)
    guard digits.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    self.init(digits, radix: 16)
  }
}
