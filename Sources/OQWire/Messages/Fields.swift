import OQJSON

/// The members of a message, read one after another.
struct Fields {
  /// What sort of message it is.
  let kind: String
  private let line: String
  private let object: JSON

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line without its end.
  ///   - key: the member that names the sort of message.
  /// - Throws: `WireFault` for a line that is no JSON object with this member.
  init(_ line: String, kind key: String) throws(WireFault) {
    self.line = line
    do {
      object = try JSON(parsing: line)
    } catch {
      throw WireFault(.notJSON("\(error)"), line: line)
    }
    guard let kind = object[key]?.string else {
      throw WireFault(
        .notMessage("an object with \"\(key)\" and the kind of the message"), line: line)
    }
    self.kind = kind
  }

  subscript(_ name: String) -> JSON? { object[name] }

  func fault(_ expected: String) -> WireFault { WireFault(.notMessage(expected), line: line) }

  func string(_ name: String) throws(WireFault) -> String {
    guard let value = object[name]?.string else { throw fault("a string as \"\(name)\"") }
    return value
  }

  func strings(_ name: String) throws(WireFault) -> [String] {
    guard let value = object[name]?.strings else {
      throw fault("an array of strings as \"\(name)\"")
    }
    return value
  }

  func integer(_ name: String) throws(WireFault) -> Int {
    guard let value = object[name]?.integer else { throw fault("an integer as \"\(name)\"") }
    return value
  }

  /// A stamp: an integer from 1.
  func stamp(_ name: String) throws(WireFault) -> Int {
    guard let value = object[name]?.integer, value >= 1 else {
      throw fault("a stamp, an integer from 1, as \"\(name)\"")
    }
    return value
  }
}
