import OQAdapters
import OQHistory
import OQJSON
import OQSpecification

/// A line that an adapter sends.
package enum AdapterMessage: Sendable, Hashable {
  /// The answer to `hello`: who speaks, and what the implementation offers.
  case hello(protocol: Int, SubjectDescription)
  /// The program has begun.
  case begun(program: Int)
  /// Client code was entered.
  case enter(of: String, at: Int)
  /// Client code is about to return; the stamp of its entry tells which.
  case leave(of: String, entered: Int, at: Int)
  /// A call came back; the stamps before and after it.
  case reply(id: Int, called: Int, returned: Int, WireOutcome)
  /// The answer to `ping`.
  case pong(Int)
  /// The program is over.
  case ended(program: Int, at: Int)
  /// The adapter cannot go on, and why.
  case error(String)
}

extension AdapterMessage {
  /// The message as one line of JSON, without its end.
  package var line: String { JSON.object(members.map { JSON.Member($0, $1) }).text }

  private var members: [(String, JSON)] {
    switch self {
    case .hello(let version, let description): AdapterMessage.members(version, description)
    case .begun(let program): [("tell", .string("begun")), ("program", .integer(program))]
    case .enter(let name, let stamp):
      [("tell", .string("enter")), ("of", .string(name)), ("at", .integer(stamp))]
    case .leave(let name, let entered, let stamp):
      [
        ("tell", .string("leave")), ("of", .string(name)), ("entered", .integer(entered)),
        ("at", .integer(stamp)),
      ]
    case .reply(let id, let called, let returned, let outcome):
      [
        ("tell", .string("reply")), ("id", .integer(id)),
        ("at", .array([.integer(called), .integer(returned)])),
        ("outcome", .string(outcome.word)),
      ] + value(of: outcome)
    case .pong(let id): [("tell", .string("pong")), ("id", .integer(id))]
    case .ended(let program, let stamp):
      [("tell", .string("ended")), ("program", .integer(program)), ("at", .integer(stamp))]
    case .error(let message): [("tell", .string("error")), ("message", .string(message))]
    }
  }

  private static func members(
    _ version: Int, _ description: SubjectDescription
  ) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("tell", .string("hello")), ("protocol", .integer(version)),
      ("name", .string(description.name)), ("version", .string(description.version)),
      ("capabilities", .strings(description.capabilities.map(\.rawValue))),
    ]
    if let bound = description.stepBound { members.append(("step-bound", .decimal(bound))) }
    return members
  }

  private func value(of outcome: WireOutcome) -> [(String, JSON)] {
    if case .raised(let error) = outcome, error != .raised {
      return [("error", .string(error.rawValue))]
    }
    guard case .returned(let value) = outcome, let json = value.json else { return [] }
    return [("value", json)]
  }

  /// Reads a line; nil for kinds that are not known, which are to be ignored.
  ///
  /// - Parameter line: the line without its end.
  /// - Returns: the message.
  /// - Throws: `WireFault` for a line that is no message.
  package static func parse(_ line: String) throws(WireFault) -> AdapterMessage? {
    let fields = try Fields(line, kind: "tell")
    switch fields.kind {
    case "hello": return try hello(fields)
    case "begun": return .begun(program: try fields.integer("program"))
    case "enter": return .enter(of: try fields.string("of"), at: try fields.stamp("at"))
    case "leave":
      return .leave(
        of: try fields.string("of"), entered: try fields.stamp("entered"),
        at: try fields.stamp("at"))
    case "reply": return try reply(fields)
    case "pong": return .pong(try fields.integer("id"))
    case "ended":
      return .ended(program: try fields.integer("program"), at: try fields.stamp("at"))
    case "error": return .error(try fields.string("message"))
    default: return nil
    }
  }

  private static func hello(_ fields: Fields) throws(WireFault) -> AdapterMessage {
    let version = try fields.integer("protocol")
    var capabilities: [Capability] = []
    for word in try fields.strings("capabilities") {
      guard let capability = Capability(rawValue: word) else {
        let near = Suggestion.nearest(word, among: Capability.allCases.map(\.rawValue)).first
        let meant = near.map { "; did you mean '\($0)'?" } ?? ""
        throw fields.fault("a capability instead of '\(word)'\(meant)")
      }
      capabilities.append(capability)
    }
    let bound = fields["step-bound"]
    guard bound == nil || bound?.number.map({ $0 > 0 }) == true else {
      throw fields.fault("a number of seconds above zero as \"step-bound\"")
    }
    guard bound?.number.map({ $0 <= longestStep }) ?? true else {
      throw fields.fault("at most 1000000 seconds as \"step-bound\"")
    }
    return .hello(
      protocol: version,
      SubjectDescription(
        name: try fields.string("name"), version: try fields.string("version"),
        capabilities: capabilities, stepBound: bound?.number))
  }

  /// The longest step bound, in seconds: no sum of times that comes of it overflows.
  private static let longestStep = 1_000_000.0

  private static func reply(_ fields: Fields) throws(WireFault) -> AdapterMessage {
    let id = try fields.integer("id")
    guard let stamps = fields["at"]?.elements?.compactMap(\.integer), stamps.count == 2,
      stamps[0] >= 1, stamps[1] >= 1
    else { throw fields.fault("the stamps before and after the call as \"at\": [7,8]") }
    let outcome: WireOutcome
    switch try fields.string("outcome") {
    case "returned":
      guard let value = WireValue(fields["value"]) else {
        throw fields.fault("a boolean, an integer, a word or names as \"value\"")
      }
      outcome = .returned(value)
    case "raised": outcome = .raised(try error(fields))
    case "unsupported": outcome = .unsupported
    case "unknown": outcome = .unknown
    default:
      throw fields.fault("returned, raised, unsupported or unknown as \"outcome\"")
    }
    return .reply(id: id, called: stamps[0], returned: stamps[1], outcome)
  }

  /// The name of an error; one without a name if it is left out.
  private static func error(_ fields: Fields) throws(WireFault) -> Outcome.Rejection {
    guard let given = fields["error"] else { return .raised }
    let names = Outcome.Rejection.allCases.filter { ![.raised, .trapped].contains($0) }
    guard let error = names.first(where: { given == .string($0.rawValue) }) else {
      throw fields.fault(names.map(\.rawValue).joined(separator: ", ") + " as \"error\"")
    }
    return error
  }
}
