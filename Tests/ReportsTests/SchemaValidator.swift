/// Compares values with the part of JSON Schema that the files of `Spec` use.
///
/// Members without a description in the schema are faults too: the schemas allow them for later
/// versions, and what this version writes is described.
enum SchemaValidator {
  private static let known: Set<String> = [
    "$schema", "title", "description", "type", "const", "enum", "pattern", "minimum", "maximum",
    "items", "properties", "required", "additionalProperties", "$ref",
  ]

  /// What is wrong, one sentence per place, by path.
  static func faults(in value: JSONValue, _ schema: JSONValue, path: String = "$") -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): the schema is no object"] }
    var faults = keywords.keys.filter { !known.contains($0) }.sorted()
      .map { "\(path): the validator does not know '\($0)'" }
    // What is described in another file is compared with that file by whoever asks.
    if keywords["$ref"] != nil { return faults }
    if let type = keywords["type"] {
      let types = type.elements?.compactMap(\.string) ?? [type.string].compactMap(\.self)
      guard types.contains(where: value.types.contains) else {
        return faults + ["\(path): expected \(types.joined(separator: " or "))"]
      }
    }
    if let constant = keywords["const"], constant != value {
      faults.append("\(path): expected the constant")
    }
    if let cases = keywords["enum"]?.elements, !cases.contains(value) {
      faults.append("\(path): expected one of the listed values")
    }
    if let minimum = keywords["minimum"]?.number, let number = value.number, number < minimum {
      faults.append("\(path): expected at least \(minimum)")
    }
    if let maximum = keywords["maximum"]?.number, let number = value.number, number > maximum {
      faults.append("\(path): expected at most \(maximum)")
    }
    if let pattern = keywords["pattern"]?.string, let text = value.string {
      let regex = try? Regex(pattern)
      if regex.map({ text.contains($0) }) != true {
        faults.append("\(path): '\(text)' does not match \(pattern)")
      }
    }
    if let items = keywords["items"], let elements = value.elements {
      for (index, element) in elements.enumerated() {
        faults += Self.faults(in: element, items, path: "\(path)[\(index)]")
      }
    }
    if case .object(let members) = value { faults += Self.faults(of: members, schema, path) }
    return faults
  }

  private static func faults(
    of members: [String: JSONValue], _ schema: JSONValue, _ path: String
  ) -> [String] {
    let required = schema["required"]?.elements?.compactMap(\.string) ?? []
    var faults = required.filter { members[$0] == nil }.map { "\(path).\($0): missing" }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if let described = schema["properties"]?[name] {
        faults += Self.faults(in: value, described, path: "\(path).\(name)")
      } else if let others = schema["additionalProperties"], others["type"] != nil {
        faults += Self.faults(in: value, others, path: "\(path).\(name)")
      } else {
        faults.append("\(path).\(name): not described")
      }
    }
    return faults
  }
}
