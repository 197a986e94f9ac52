import Foundation

/// A document in the part of YAML that recipes use.
///
/// Whatever else a file holds is refused, so that what is accepted means the same to every reader.
enum YAML: Equatable, Decodable {
  case text(String)
  case list([YAML])
  case map([String: YAML])

  /// Why a file is refused.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads the documents of a file.
  static func documents(_ text: String) throws -> [YAML] {
    var reader = YAMLReader(text)
    return try reader.documents()
  }

  /// Reads JSON, whose scalars are texts.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([YAML].self) {
      self = .list(list)
    } else {
      self = .map(try container.decode([String: YAML].self))
    }
  }

  /// What lies at a path of keys and places.
  func at(_ path: String...) throws -> YAML {
    try path.reduce(self) { value, step in
      switch value {
      case .map(let map):
        if let inner = map[step] { return inner }
      case .list(let list):
        if let place = Int(step), list.indices.contains(place) { return list[place] }
      case .text: break
      }
      throw Refusal(description: "there is no '\(step)' in \(path.joined(separator: "/"))")
    }
  }

  /// The text of a scalar.
  var text: String {
    get throws {
      guard case .text(let text) = self else { throw Refusal(description: "\(self) is no text") }
      return text
    }
  }

  /// The texts of a list of scalars.
  var texts: [String] {
    get throws {
      guard case .list(let list) = self else { throw Refusal(description: "\(self) is no list") }
      return try list.map { try $0.text }
    }
  }

  /// The keys of a map, in order.
  var keys: [String] {
    get throws {
      guard case .map(let map) = self else { throw Refusal(description: "\(self) is no map") }
      return map.keys.sorted()
    }
  }
}

private struct YAMLReader {
  private var lines: [String]
  private var place = 0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  mutating func documents() throws -> [YAML] {
    if let place = lines.firstIndex(where: { $0.contains("\t") }) {
      self.place = place
      throw refusal("a tab")
    }
    var documents = [try node(from: 0)]
    while next() == 0, content == "---" {
      place += 1
      documents.append(try node(from: 0))
    }
    if next() != nil { throw refusal("what is no document") }
    return documents
  }

  private func refusal(_ what: String) -> YAML.Refusal {
    YAML.Refusal(description: "line \(place + 1): \(what)")
  }

  // MARK: Blocks

  private var content: Substring { lines[place].drop { $0 == " " } }

  /// The indentation of the next line that holds something.
  private mutating func next() -> Int? {
    while place < lines.count {
      if !content.isEmpty, content.first != "#" { return lines[place].count - content.count }
      place += 1
    }
    return nil
  }

  private mutating func node(from least: Int) throws -> YAML {
    guard let indent = next(), indent >= least else { throw refusal("a value is missing") }
    return content.hasPrefix("- ") ? try list(indent) : try map(indent)
  }

  private mutating func list(_ indent: Int) throws -> YAML {
    var items: [YAML] = []
    while next() == indent, content.hasPrefix("- ") {
      let rest = content.dropFirst(2)
      if entry(rest) != nil {
        lines[place] = String(repeating: " ", count: indent + 2) + rest
        items.append(try map(indent + 2))
      } else {
        items.append(try value(rest, in: indent))
      }
    }
    try end(indent)
    return .list(items)
  }

  private mutating func map(_ indent: Int) throws -> YAML {
    var values: [String: YAML] = [:]
    while next() == indent, let (key, rest) = entry(content) {
      if values[key] != nil { throw refusal("'\(key)' once more") }
      values[key] = try value(rest, in: indent)
    }
    if values.isEmpty { throw refusal("what is neither a list nor a map") }
    try end(indent)
    return .map(values)
  }

  private mutating func end(_ indent: Int) throws {
    if let following = next(), following > indent { throw refusal("an indentation of its own") }
  }

  private func entry(_ text: Substring) -> (key: String, rest: Substring)? {
    guard let match = text.prefixMatch(of: /([A-Za-z_][A-Za-z0-9_.-]*):(?: +|$)/) else {
      return nil
    }
    return (String(match.1), text[match.range.upperBound...])
  }

  private mutating func value(_ rest: Substring, in indent: Int) throws -> YAML {
    place += 1
    switch rest.first {
    case nil, "#": return try node(from: indent + 1)
    case "|" where rest == "|": return literal(in: indent)
    case "{", "[":
      var rest = rest
      let value = try flow(&rest)
      guard rest.isEmpty || rest.hasPrefix(" #") else { throw refusal("'\(rest)' after a value") }
      return value
    default: return .text(try scalar(rest))
    }
  }

  private mutating func literal(in indent: Int) -> YAML {
    var block: [Substring] = []
    var width: Int?
    while place < lines.count {
      let own = lines[place].count - content.count
      if !content.isEmpty {
        guard own > indent, own >= width ?? own else { break }
        width = width ?? own
      }
      block.append(lines[place].dropFirst(width ?? 0))
      place += 1
    }
    while block.last?.isEmpty == true { block.removeLast() }
    return .text(block.joined(separator: "\n") + "\n")
  }

  // MARK: Scalars

  private func scalar(_ text: Substring) throws -> String {
    if let quote = text.first, "\"'".contains(quote) {
      var rest = text
      let inner = try quoted(&rest)
      guard rest.isEmpty || rest.hasPrefix(" #") else { throw refusal("'\(rest)' after a quote") }
      return inner
    }
    let plain = text.firstRange(of: " #").map { text[..<$0.lowerBound] } ?? text
    let isRefused =
      plain.contains(": ") || plain.hasSuffix(":") || plain.hasPrefix("- ")
      || plain.hasSuffix(" ") || plain.first.map { "&*!|>%@`?,]}".contains($0) } ?? true
    if isRefused { throw refusal("'\(plain)' needs quotes") }
    return String(plain)
  }

  private func quoted(_ rest: inout Substring) throws -> String {
    let quote = rest.removeFirst()
    guard let end = rest.firstIndex(of: quote), !rest[..<end].contains("\\") else {
      throw refusal("a quote without end, or with an escape")
    }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[..<end])
  }

  /// A value between brackets: a list, a map or a scalar.
  private func flow(_ rest: inout Substring) throws -> YAML {
    rest = rest.drop { $0 == " " }
    switch rest.first {
    case "[":
      var items: [YAML] = []
      try each("]", of: &rest) { rest in items.append(try flow(&rest)) }
      return .list(items)
    case "{":
      var values: [String: YAML] = [:]
      try each("}", of: &rest) { rest in
        guard case .text(let key) = try flow(&rest), rest.hasPrefix(": "), values[key] == nil else {
          throw refusal("a key is missing, or there twice")
        }
        rest.removeFirst()
        values[key] = try flow(&rest)
      }
      return .map(values)
    case "\"", "'": return .text(try quoted(&rest))
    default:
      let plain = rest.prefix { !",[]{}:".contains($0) }
      rest = rest.dropFirst(plain.count)
      let text = plain.reversed().drop { $0 == " " }.reversed()
      if text.isEmpty { throw refusal("a value is missing") }
      return .text(String(text))
    }
  }

  private func each(
    _ end: Character, of rest: inout Substring, _ take: (inout Substring) throws -> Void
  ) throws {
    rest.removeFirst()
    while true {
      try take(&rest)
      rest = rest.drop { $0 == " " }
      guard let mark = rest.popFirst() else { throw refusal("a bracket without its partner") }
      if mark == end { return }
      if mark != "," { throw refusal("'\(mark)' in brackets") }
    }
  }
}
