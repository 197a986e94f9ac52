import OQHistory
import OQJSON

/// A line that the harness sends.
package enum HarnessMessage: Sendable, Hashable {
  /// The first line: which protocol is spoken.
  case hello(protocol: Int, harness: String)
  /// A program begins; callbacks that stay inside until they are released.
  case begin(program: Int, held: [String])
  /// A lane makes a call.
  case call(WireCall)
  /// A held callback returns, after the calls that were sent to its lane before.
  case release(lane: String)
  /// A question that must be answered at once, whatever lanes do.
  case ping(Int)
  /// The program is over: nothing more is told of it.
  case end(program: Int)
  /// The last line: the adapter ends. The end of the input says the same.
  case stop
}

/// A call that a lane makes.
package struct WireCall: Sendable, Hashable {
  /// What is called.
  package enum Action: Sendable, Hashable {
    case makeQueue(String)
    /// The position in the declarations is said where numbers are counted from it.
    case makeOperation(String, kind: Program.Kind, blocks: Int, position: Int? = nil)
    case drop(String)
    case mark
    case verb(Verb, on: String, with: WireValue)
  }

  /// The number by which the reply names it: ascending from 1 in every program.
  package let id: Int
  /// The lane that makes it.
  package let lane: String
  /// What is called.
  package let action: Action

  /// Describes a call.
  package init(id: Int, lane: String, _ action: Action) {
    self.id = id
    self.lane = lane
    self.action = action
  }
}

extension HarnessMessage {
  /// The message as one line of JSON, without its end.
  package var line: String { JSON.object(members.map { JSON.Member($0, $1) }).text }

  private var members: [(String, JSON)] {
    switch self {
    case .hello(let version, let harness):
      [
        ("do", .string("hello")), ("protocol", .integer(version)), ("harness", .string(harness)),
      ]
    case .begin(let program, let held):
      [("do", .string("begin")), ("program", .integer(program)), ("held", .strings(held))]
    case .call(let call): call.members
    case .release(let lane): [("do", .string("release")), ("lane", .string(lane))]
    case .ping(let id): [("do", .string("ping")), ("id", .integer(id))]
    case .end(let program): [("do", .string("end")), ("program", .integer(program))]
    case .stop: [("do", .string("stop"))]
    }
  }

  /// Reads a line; nil for kinds that are not known, which are to be ignored.
  ///
  /// - Parameter line: the line without its end.
  /// - Returns: the message.
  /// - Throws: `WireFault` for a line that is no message.
  package static func parse(_ line: String) throws(WireFault) -> HarnessMessage? {
    let fields = try Fields(line, kind: "do")
    switch fields.kind {
    case "hello":
      return .hello(
        protocol: try fields.integer("protocol"), harness: try fields.string("harness"))
    case "begin":
      return .begin(program: try fields.integer("program"), held: try fields.strings("held"))
    case "call": return .call(try WireCall(fields))
    case "release": return .release(lane: try fields.string("lane"))
    case "ping": return .ping(try fields.integer("id"))
    case "end": return .end(program: try fields.integer("program"))
    case "stop": return .stop
    default: return nil
    }
  }
}

extension WireCall {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("do", .string("call")), ("id", .integer(id)), ("lane", .string(lane)),
    ]
    func add(_ verb: String, _ name: String? = nil) {
      members.append(("verb", .string(verb)))
      if let name { members.append(("on", .string(name))) }
    }
    switch action {
    case .makeQueue(let name): add(WireProtocol.Service.makeQueue.rawValue, name)
    case .makeOperation(let name, let kind, let blocks, let position):
      add(WireProtocol.Service.makeOperation.rawValue, name)
      members.append(("kind", .string(kind.rawValue)))
      if kind == .block { members.append(("blocks", .integer(blocks))) }
      if let position { members.append(("position", .integer(position))) }
    case .drop(let name): add(WireProtocol.Service.drop.rawValue, name)
    case .mark: add(WireProtocol.Service.mark.rawValue)
    case .verb(let verb, let name, let value):
      add(verb.entry.name, name)
      if let json = value.json { members.append(("with", json)) }
    }
    return members
  }

  fileprivate init(_ fields: Fields) throws(WireFault) {
    id = try fields.integer("id")
    lane = try fields.string("lane")
    let verb = try fields.string("verb")
    switch WireProtocol.Service(rawValue: verb) {
    case .makeQueue: action = .makeQueue(try fields.string("on"))
    case .makeOperation:
      let word = try fields.string("kind")
      guard let kind = Program.Kind(rawValue: word) else {
        throw fields.fault("a kind of operation as \"kind\"")
      }
      let blocks = kind == .block ? try fields.integer("blocks") : 1
      let position = fields["position"] == nil ? nil : try fields.integer("position")
      action = .makeOperation(
        try fields.string("on"), kind: kind, blocks: blocks, position: position)
    case .drop: action = .drop(try fields.string("on"))
    case .mark: action = .mark
    case nil:
      guard let known = Verb(name: verb) else {
        throw fields.fault("a verb of the verb table as \"verb\"")
      }
      guard let value = WireValue(fields["with"]) else {
        throw fields.fault("a name, names, an integer or a boolean as \"with\"")
      }
      action = .verb(known, on: try fields.string("on"), with: value)
    }
  }
}
