/// A 64-bit FNV-1a digest: a stable fingerprint of a text, not a protection against forgery.
package struct Digest: TextCodable {
  /// The digest as a number.
  package let value: UInt64

  /// See ``TextRepresentable``.
  package static var expectation: String { "a digest of 16 hexadecimal digits" }

  /// The digest of a text; linear in its length.
  ///
  /// - Parameter text: any text; its UTF-8 bytes count.
  package init(of text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    value = hash
  }

  /// Reads the text form.
  ///
  /// - Parameter text: sixteen hexadecimal digits in small letters.
  package init?(_ text: some StringProtocol) {
    guard let value = UInt64(text, radix: 16) else { return nil }
    self.value = value
    guard description == text else { return nil }
  }

  /// Sixteen hexadecimal digits in small letters.
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Catalogue {
  /// The digest over the canonical text of all chapters; linear in their length.
  package var digest: Digest {
    Digest(of: chapters.map(\.canonicalText).joined())
  }
}
