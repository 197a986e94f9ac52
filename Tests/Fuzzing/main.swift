// Fuzzes one parser: `oqfuzz PARSER [options of libFuzzer] CORPUS…`.

import Glibc

private typealias Taker = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<Words>, _ taker: Taker
) -> CInt

extension Parser {
  fileprivate func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    read(UnsafeBufferPointer(start: bytes, count: count))
    return 0
  }

  /// The function for the parser, without a context, as C wants it.
  fileprivate var taker: Taker {
    switch self {
    case .program: { Parser.program.take($0, $1) }
    case .history: { Parser.history.take($0, $1) }
    case .failure: { Parser.failure.take($0, $1) }
    case .pins: { Parser.pins.take($0, $1) }
    case .stream: { Parser.stream.take($0, $1) }
    case .trigger: { Parser.trigger.take($0, $1) }
    case .adapter: { Parser.adapter.take($0, $1) }
    case .harness: { Parser.harness.take($0, $1) }
    case .expectations: { Parser.expectations.take($0, $1) }
    case .report: { Parser.report.take($0, $1) }
    case .lines: { Parser.lines.take($0, $1) }
    case .vectors: { Parser.vectors.take($0, $1) }
    case .ask: { Parser.ask.take($0, $1) }
    case .json: { Parser.json.take($0, $1) }
    }
  }
}

guard CommandLine.argc > 1, let parser = Parser(rawValue: CommandLine.arguments[1]) else {
  let names = Parser.allCases.map(\.rawValue).joined(separator: "|")
  fatalError("usage: oqfuzz \(names) [OPTION…] CORPUS…")
}
var words = CommandLine.unsafeArgv + 1
var count = CommandLine.argc - 1
exit(runDriver(&count, &words, parser.taker))
