extension JSON {
  /// A value of a type that says how it is encoded.
  ///
  /// Members come in the order of their names, so equal values give equal JSON.
  ///
  /// - Parameter value: any value.
  /// - Throws: what the value throws; `EncodingError` for a number that JSON has no spelling for.
  /// - Complexity: O(*n* log *n*) in the parts of the value.
  package init(encoding value: some Encodable) throws {
    let place = JSONPlace()
    try place.fill(value, [])
    self = place.json
  }
}

/// Where a part of a value goes while it is encoded.
private final class JSONPlace {
  private enum Content {
    case value(JSON)
    case members([String: JSONPlace])
    case elements([JSONPlace])
  }

  /// What encodes nothing is an object without members.
  private var content = Content.members([:])

  var json: JSON {
    switch content {
    case .value(let json): json
    case .members(let members): .sorted(members.mapValues(\.json))
    case .elements(let elements): .array(elements.map(\.json))
    }
  }

  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  func setNull() { content = .value(.null) }

  func setElements() { if case .elements = content {} else { content = .elements([]) } }

  func setMembers() { if case .members = content {} else { content = .members([:]) } }

  func member(_ name: String) -> JSONPlace {
    let place = JSONPlace()
    if case .members(var members) = content {
      content = .members([:])
      members[name] = place
      content = .members(members)
    }
    return place
  }

  func element() -> JSONPlace {
    let place = JSONPlace()
    if case .elements(var elements) = content {
      content = .elements([])
      elements.append(place)
      content = .elements(elements)
    }
    return place
  }

  func fill(_ value: some Encodable, _ path: [any CodingKey]) throws {
    guard let scalar = value as? any JSONScalar else {
      return try value.encode(to: JSONEncoding(place: self, codingPath: path))
    }
    guard let json = scalar.json else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: path, debugDescription: "JSON has no number \(value)"))
    }
    content = .value(json)
  }
}

/// Encodes one value into its place.
private struct JSONEncoding: Encoder {
  let place: JSONPlace
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.setMembers()
    return KeyedEncodingContainer(JSONMembersEncoding(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.setElements()
    return JSONElementsEncoding(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONValueEncoding(place: place, codingPath: codingPath)
  }
}

// The generic `encode` of each container also stands for those of the standard library's own types.

private struct JSONMembersEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: JSONPlace
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { place.member(key.stringValue).setNull() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place.member(key.stringValue).fill(value, codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(JSONKey("super")) }

  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: any CodingKey) -> JSONEncoding {
    JSONEncoding(place: place.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct JSONElementsEncoding: UnkeyedEncodingContainer {
  let place: JSONPlace
  let codingPath: [any CodingKey]

  var count: Int { place.count }

  func encodeNil() { place.element().setNull() }

  func encode<Value: Encodable>(_ value: Value) throws {
    let path = codingPath + [JSONKey(count)]
    try place.element().fill(value, path)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { nested().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }

  private func nested() -> JSONEncoding {
    let key = JSONKey(count)
    return JSONEncoding(place: place.element(), codingPath: codingPath + [key])
  }
}

private struct JSONValueEncoding: SingleValueEncodingContainer {
  let place: JSONPlace
  let codingPath: [any CodingKey]

  func encodeNil() { place.setNull() }

  func encode<Value: Encodable>(_ value: Value) throws { try place.fill(value, codingPath) }
}

/// The name of a member, or the index of an element.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init(stringValue: String) { self.init(stringValue) }

  init(intValue: Int) { self.init(intValue) }
}
