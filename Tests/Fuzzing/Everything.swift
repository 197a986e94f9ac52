/// A value that asks for every sort of container and scalar, more than any file of the suite.
struct Everything: Codable, Equatable {
  enum Key: String, CodingKey { case scalars, list, object, own, table, hole }

  struct Scalars: Codable, Equatable {
    var isOpen: Bool
    var name: String
    var small: Int8
    var large: UInt64
    var half: Float
    var whole: Double
    var maybe: Int?
  }

  var scalars: Scalars
  var list: [[Int]]
  var last: String?
  var inner: Int
  var table: [String: [Int?]]
  var above: [Int]
  var hole: Bool

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    scalars = try object.decode(Scalars.self, forKey: .scalars)
    var elements = try object.nestedUnkeyedContainer(forKey: .list)
    list = []
    last = nil
    while !elements.isAtEnd, list.count < 3 {
      var numbers = try elements.nestedUnkeyedContainer()
      var row: [Int] = []
      while !numbers.isAtEnd { row.append(try numbers.decode(Int.self)) }
      list.append(row)
    }
    if list.count == 3, try !elements.decodeNil() {
      let part = try elements.nestedContainer(keyedBy: Key.self)
      last = try part.decode(String.self, forKey: .own)
      let index = try elements.superDecoder().singleValueContainer().decode(Int.self)
      guard elements.currentIndex == 5, elements.count.map({ $0 >= 5 }) ?? false else {
        throw DecodingError.dataCorruptedError(in: elements, debugDescription: "too few")
      }
      list.append([index])
    }
    let nested = try object.nestedContainer(keyedBy: Key.self, forKey: .object)
    inner = try nested.decode(Int.self, forKey: .own)
    table = try object.decodeIfPresent([String: [Int?]].self, forKey: .table) ?? [:]
    above = [
      try object.superDecoder().singleValueContainer().decode(Int.self),
      try object.superDecoder(forKey: .own).singleValueContainer().decode(Int.self),
    ]
    hole = try object.decodeNil(forKey: .hole)
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(scalars, forKey: .scalars)
    var elements = object.nestedUnkeyedContainer(forKey: .list)
    for row in list.prefix(3) {
      var numbers = elements.nestedUnkeyedContainer()
      for number in row { try numbers.encode(number) }
    }
    if let last, list.count == 4 {
      var part = elements.nestedContainer(keyedBy: Key.self)
      try part.encode(last, forKey: .own)
      try list[3][0].encode(to: elements.superEncoder())
    } else if list.count == 3 {
      try elements.encodeNil()
    }
    var nested = object.nestedContainer(keyedBy: Key.self, forKey: .object)
    try nested.encode(inner, forKey: .own)
    try object.encode(table, forKey: .table)
    try above[0].encode(to: object.superEncoder())
    try above[1].encode(to: object.superEncoder(forKey: .own))
    if hole { try object.encodeNil(forKey: .hole) } else { try object.encode(0, forKey: .hole) }
  }
}
