import OQPoints

/// Names the code that calls a function with a point.
///
/// A name costs a search in the tables of the loader, so each address is named once.
struct PointNames {
  /// Frames that are told: what lies farther out says little.
  private static let mostFrames = 24

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

  /// The code that has led to a point, innermost first, as far as it has names of its own.
  ///
  /// - Parameter caller: the code that made the call, on the calling thread.
  /// - Returns: the names behind that of the caller.
  func trace(from caller: UnsafeRawPointer) -> [String] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: PointNames.mostFrames) {
      let count = Int(oq_points_trace(caller, $0.baseAddress, Int32($0.count)))
      return $0.prefix(count).compactMap { $0.flatMap(PointNames.name) }
    }
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
