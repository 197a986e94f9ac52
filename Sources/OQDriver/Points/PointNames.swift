import OQPoints

/// Names the code that calls a function with a point.
///
/// A name costs a search in the tables of the loader, so each address is named once.
struct PointNames {
  /// Interned names.
  private var texts: [String] = []
  private var numbers: [String: Int] = [:]
  private var known: [UInt: Int?] = [:]

  /// The number of a name.
  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    texts.append(text)
    numbers[text] = texts.count - 1
    return texts.count - 1
  }

  /// The name with a number.
  func text(_ number: Int) -> String { texts[number] }

  /// The number of the name of an address; nil for one in no file.
  mutating func number(of address: UnsafeRawPointer) -> Int? {
    let key = UInt(bitPattern: address)
    if let number = known[key] { return number }
    let number = PointNames.name(of: address).map { self.number(of: $0) }
    known[key] = .some(number)
    return number
  }

  private static func name(of address: UnsafeRawPointer) -> String? {
    var file: UnsafePointer<CChar>?
    var symbol: UnsafePointer<CChar>?
    var offset: UInt64 = 0
    guard oq_points_name(address, &file, &symbol, &offset), let file else { return nil }
    let path = String(cString: file)
    let base = path.split(separator: "/").last.map(String.init) ?? path
    if let symbol { return String(cString: symbol) }
    return "\(base.filter { !$0.isWhitespace })+0x\(String(offset, radix: 16))"
  }
}
