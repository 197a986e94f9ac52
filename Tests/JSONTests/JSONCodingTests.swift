import OQJSON
import Testing

/// Types of the standard library and others as JSON, and back.
@Suite struct JSONCodingTests {
  enum Sort: String, Codable, Hashable { case first, second }

  struct Part: Codable, Hashable {
    var name: String
    var count: Int?
    var share: Double
  }

  struct Whole: Codable, Hashable {
    var seed: UInt64
    var small: Int8
    var isOpen: Bool
    var ratio: Float
    var sorts: [Sort]
    var parts: [Part]
    var table: [String: [Int]]
    var indexed: [Int: String]
    var nothing: Part?
    var holes: [Int?]
  }

  /// Chooses its own containers.
  struct Pair: Codable, Hashable {
    var left: Int
    var right: Part

    init(left: Int, right: Part) {
      self.left = left
      self.right = right
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      left = try list.decode(Int.self)
      right = try list.decode(Part.self)
    }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(left)
      try list.encode(right)
    }
  }

  private let whole = Whole(
    seed: .max, small: -128, isOpen: true, ratio: 0.5, sorts: [.second, .first],
    parts: [Part(name: "ä\u{1}\n\"/", count: nil, share: 1), Part(name: "", count: 3, share: 0.1)],
    table: ["b": [2], "a": []], indexed: [7: "seven"], nothing: nil, holes: [1, nil])

  @Test func `members come in the order of their names, absent ones are left out`() throws {
    let json = try JSON(encoding: whole)
    #expect(
      json.text == #"{"holes":[1,null],"indexed":{"7":"seven"},"isOpen":true,"parts":["#
        + #"{"name":"ä\u0001\n\"/","share":1},{"count":3,"name":"","share":0.1}],"ratio":0.5,"#
        + #""seed":18446744073709551615,"small":-128,"sorts":["second","first"],"#
        + #""table":{"a":[],"b":[2]}}"#)
  }

  @Test func `what was encoded is read as it was`() throws {
    let text = try JSON(encoding: whole).laidOut
    #expect(try JSON(parsing: text).decoded(as: Whole.self) == whole)
    let pair = Pair(left: 1, right: whole.parts[1])
    #expect(try JSON(encoding: pair).decoded(as: Pair.self) == pair)
    #expect(try JSON(encoding: "alone").decoded(as: String.self) == "alone")
    #expect(try JSON(encoding: [String: Int]()).text == "{}")
    #expect(try JSON(encoding: Int?.none).decoded(as: Int?.self) == nil)
  }

  @Test func `objects with many members are read as small ones are`() throws {
    let table = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("member \($0)", $0) })
    let text = try JSON(encoding: table).text
    #expect(try JSON(parsing: text).decoded(as: [String: Int].self) == table)
    let twice = text.dropLast() + #","member 999":1}"#
    let error = #expect(throws: JSONError.self) { try JSON(parsing: String(twice)) }
    #expect(error?.expected == "a member other than 'member 999'")
  }

  @Test func `a layout has a line for each part, and none within what is empty`() throws {
    #expect(
      try JSON(parsing: #"{"a":[],"b":{},"c":[1,{"d":"}"}]}"#).laidOut == """
        {
          "a": [],
          "b": {},
          "c": [
            1,
            {
              "d": "}"
            }
          ]
        }
        """)
  }

  @Test func `nested containers and those of a superclass go where they are asked for`() throws {
    struct Nested: Codable, Equatable {
      enum Key: CodingKey { case list, object, own }

      var numbers: [Int]

      init(_ numbers: [Int]) { self.numbers = numbers }

      init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        var list = try object.nestedUnkeyedContainer(forKey: .list)
        var inner = try list.nestedUnkeyedContainer()
        let element = try list.nestedContainer(keyedBy: Key.self)
        let nested = try object.nestedContainer(keyedBy: Key.self, forKey: .object)
        let own = try object.superDecoder(forKey: .own).singleValueContainer()
        let above = try object.superDecoder().singleValueContainer()
        numbers = [
          try inner.decode(Int.self), try element.decode(Int.self, forKey: .own),
          try list.superDecoder().singleValueContainer().decode(Int.self),
          try nested.decode(Int.self, forKey: .own), try own.decode(Int.self),
          try above.decode(Int.self),
        ]
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      }

      func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        var list = object.nestedUnkeyedContainer(forKey: .list)
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(numbers[0])
        var element = list.nestedContainer(keyedBy: Key.self)
        try element.encode(numbers[1], forKey: .own)
        try numbers[2].encode(to: list.superEncoder())
        var nested = object.nestedContainer(keyedBy: Key.self, forKey: .object)
        try nested.encode(numbers[3], forKey: .own)
        try numbers[4].encode(to: object.superEncoder(forKey: .own))
        try numbers[5].encode(to: object.superEncoder())
      }
    }
    let value = Nested([1, 2, 3, 4, 5, 6])
    let json = try JSON(encoding: value)
    #expect(json.text == #"{"list":[[1],{"own":2},3],"object":{"own":4},"own":5,"super":6}"#)
    #expect(try json.decoded(as: Nested.self) == value)
  }

  @Test(arguments: [
    (#"{"name":"a","share":true}"#, "share", "expected a number instead of true or false"),
    (#"{"name":null,"share":1}"#, "name", "expected a string instead of null"),
    (#"{"name":"a","share":1,"count":1.5}"#, "count", "expected an integer of 64 bits instead of"),
    (#"{"name":"a"}"#, "", "no member 'share'"),
    ("[]", "", "expected an object instead of an array"),
  ]) func `what does not fit is named with its place`(
    text: String, place: String, message: String
  ) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: DecodingError.self) { try json.decoded(as: Part.self) }
    let context: DecodingError.Context? =
      switch error {
      case .keyNotFound(_, let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context):
        context
      default: nil
      }
    #expect(context?.codingPath.map(\.stringValue).joined(separator: ".") == place)
    #expect(context?.debugDescription.hasPrefix(message) == true)
  }

  @Test(arguments: [#"[1,"a"]"#, "[1,2,3,true]", "{}", "7"])
  func `an array names the index of what does not fit`(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: DecodingError.self) { try json.decoded(as: [Int].self) }
  }

  @Test func `a number that does not fit is refused, one that fits is read in any spelling`()
    throws
  {
    #expect(try JSON(parsing: "2e2").decoded(as: Int.self) == 200)
    #expect(try JSON(parsing: "18446744073709551615").decoded(as: UInt64.self) == .max)
    #expect(try JSON(parsing: "18446744073709551615").decoded(as: Double.self) == 0x1p64)
    for text in ["300", "-129", "18446744073709551615", "1e30"] {
      let json = try JSON(parsing: text)
      #expect(throws: DecodingError.self) { try json.decoded(as: Int8.self) }
    }
    let vast = try JSON(parsing: "1e300")
    #expect(try vast.decoded(as: Double.self) == 1e300)
    #expect(throws: DecodingError.self) { try vast.decoded(as: Float.self) }
    #expect(throws: EncodingError.self) { try JSON(encoding: Double.infinity) }
    #expect(throws: EncodingError.self) { try JSON(encoding: [Double.nan]) }
  }
}
