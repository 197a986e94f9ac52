/// Numbers addresses of objects, in the order in which they are asked for.
struct ObjectNumbers {
  private var known: [UInt: Int] = [:]

  /// The number of an address, from 1; nil for address 0.
  mutating func number(of address: UInt) -> Int? {
    guard address != 0 else { return nil }
    if let number = known[address] { return number }
    known[address] = known.count + 1
    return known.count
  }
}
