/// What one JSON value without parts holds.
protocol JSONScalar {
  /// Reads it; nil where the value is of another sort or does not fit.
  init?(_ json: JSON)

  /// The value; nil where JSON has none, as for an infinite number.
  var json: JSON? { get }

  /// What is read, in words.
  static var what: String { get }
}

extension Bool: JSONScalar {
  init?(_ json: JSON) {
    guard let value = json.boolean else { return nil }
    self = value
  }

  var json: JSON? { .boolean(self) }

  static var what: String { "true or false" }
}

extension String: JSONScalar {
  init?(_ json: JSON) {
    guard let value = json.string else { return nil }
    self = value
  }

  var json: JSON? { .string(self) }

  static var what: String { "a string" }
}

extension JSONScalar where Self: FixedWidthInteger {
  init?(_ json: JSON) {
    switch json {
    case .integer(let value): self.init(exactly: value)
    case .large(let value): self.init(exactly: value)
    case .decimal(let value): self.init(exactly: value)
    default: return nil
    }
  }

  var json: JSON? {
    if let value = Int(exactly: self) { return .integer(value) }
    return UInt64(exactly: self).map { .large($0) }
  }

  static var what: String { "an integer of \(bitWidth) bits" }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  init?(_ json: JSON) {
    guard let value = json.number else { return nil }
    self.init(value)
    guard isFinite else { return nil }
  }

  var json: JSON? {
    guard isFinite else { return nil }
    return .decimal(Double(self))
  }

  static var what: String { "a number" }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
