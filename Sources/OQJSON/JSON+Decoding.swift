extension JSON {
  /// Reads a value of a type that says how it is decoded.
  ///
  /// - Parameter type: the type.
  /// - Returns: the value; members that the type does not ask for are passed over.
  /// - Throws: `DecodingError` with the place of what is missing or does not fit, or what the type
  ///   throws.
  /// - Complexity: O(*n*) in the parts of the JSON.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoding(json: self, codingPath: []).decoded()
  }
}

/// Decodes one value.
private struct JSONDecoding: Decoder, SingleValueDecodingContainer {
  let json: JSON
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decoded<Value: Decodable>() throws -> Value {
    guard let type = Value.self as? any JSONScalar.Type else { return try Value(from: self) }
    guard let value = type.init(json) as? Value else { throw mismatch(Value.self, type.what) }
    return value
  }

  private func mismatch(_ type: Any.Type, _ what: String) -> DecodingError {
    let text = "expected \(what) instead of \(json.sort)"
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: text)
    return json == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch(type, "an object") }
    return KeyedDecodingContainer(
      JSONMembersDecoding(JSONMembers(members), codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = json.elements else { throw mismatch([Any].self, "an array") }
    return JSONElementsDecoding(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { json == .null }

  // This also stands for the methods of the standard library's own types, here and below.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded() }
}

/// The members of an object, found by their names.
private struct JSONMembers {
  let list: [JSON.Member]
  /// Only where there are many: a dictionary for each small object takes longer than it saves.
  private let index: [String: JSON]

  init(_ members: [JSON.Member]) {
    list = members
    index =
      members.count < 16
      ? [:]
      : Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ name: String) -> JSON? {
    index.isEmpty ? list.first { $0.name == name }?.value : index[name]
  }
}

private struct JSONMembersDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: JSONMembers
  let codingPath: [any CodingKey]

  init(_ members: JSONMembers, codingPath: [any CodingKey]) {
    self.members = members
    self.codingPath = codingPath
  }

  var allKeys: [Key] { members.list.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decoded()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(JSONKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: any CodingKey) throws -> JSONDecoding {
    guard let json = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "no member '\(key.stringValue)'"))
    }
    return JSONDecoding(json: json, codingPath: codingPath + [key])
  }
}

private struct JSONElementsDecoding: UnkeyedDecodingContainer {
  let elements: [JSON]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [JSON], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: Value = try current().decoded()
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> JSONDecoding {
    let path = codingPath + [JSONKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSON.self, .init(codingPath: path, debugDescription: "the array has no more elements"))
    }
    return JSONDecoding(json: elements[currentIndex], codingPath: path)
  }
}

extension JSON {
  /// What sort of value it is, in words.
  fileprivate var sort: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .integer, .large, .decimal: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
