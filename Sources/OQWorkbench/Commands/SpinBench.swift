import Foundation
import OQCommandLine
import OQCommands
import OQExploring
import OQHistory
import OQModel
import OQSpecification
import OQText

/// The part of `oqcheck bench explorer` that measures the explorer in turns with the model checker
/// SPIN, on the same programs with the same states.
struct SpinBench {
  /// Programs with millions of states, by name.
  private static let programs = [
    ("five independent", "queue q\nop a\nop b\nop c\nop d\nop e\n", "add-group q a,b,c,d,e\n"),
    (
      "four, three cancelled", "queue q limit=2\nop a\nop b\nop c\nop d\n",
      "add-group q a,b,c,d\n  cancel a\n  cancel b\n  cancel c\n"
    ),
    (
      "six, limit 2, dependent",
      "queue q limit=2\nop a\nop b\nop c deps=a\nop d deps=a,b\nop e\nop f deps=e\n",
      "add-group q a,b,c,d,e,f\n"
    ),
  ]
  /// How often each program is measured.
  private static let turns = 3

  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "oqcheck-spin-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var table = TextTable([
      TextTable.Column("program"), TextTable.Column("states", .trailing),
      TextTable.Column("by SPIN", .trailing), TextTable.Column("states/s", .trailing),
      TextTable.Column("SPIN's", .trailing), TextTable.Column("ratio", .trailing),
    ])
    var isSame = true
    for (name, declarations, calls) in SpinBench.programs {
      let text = "oqprogram 1\n\(declarations)client 1\n  \(calls)  wait-all q\n"
      let measured = try measure(text, folder)
      isSame = isSame && measured.states == measured.counted
      let (own, others) = (measured.rate, measured.spinRate)
      table.rows.append(
        [
          name, "\(measured.states)", "\(measured.counted)", "\(Int(own))", "\(Int(others))",
          "\((own / others * 10).rounded() / 10)",
        ].map { TextTable.Cell($0) })
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    return isSame ? .conformant : .violated
  }

  /// What one program gave: the median of some turns, by processor time.
  private struct Measured {
    var states = 0
    var counted = 0
    var rates: [Double] = []
    var spinRates: [Double] = []

    var rate: Double { rates.sorted()[rates.count / 2] }
    var spinRate: Double { spinRates.sorted()[spinRates.count / 2] }
  }

  private func measure(_ text: String, _ folder: URL) throws(Failure) -> Measured {
    let program: Program
    do {
      program = try Program(parsing: text)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(PromelaText(program).text.utf8).write(to: folder.appending(path: "model.pml"))
    } catch {
      throw Failure(.fault, "\(error)")
    }
    // The time to compile does not count.
    _ = try shell("spin -o2 -a model.pml && cc -O3 -DSAFETY -DNOREDUCE -w -o pan pan.c", folder)
    var measured = Measured()
    for _ in 0..<SpinBench.turns {
      let time = Clock.cpu {
        var explorer = Explorer(
          Stage(program), profile: .core, lookout: Lookout(), bound: 100_000_000)
        measured.states = explorer.run().states
      }
      measured.rates.append(Double(measured.states) / (time / 1e9))
      let output = try shell("./pan -n -E -m10000000 && times", folder)
      guard let counted = output.firstMatch(of: #/([0-9]+) states, stored/#).flatMap({ Int($0.1) }),
        let spent = SpinBench.spent(output)
      else { throw Failure(.fault, "SPIN has counted no states:\n\(output)") }
      measured.counted = counted
      measured.spinRates.append(Double(counted) / max(spent, 0.01))
    }
    return measured
  }

  /// The seconds of processor time that children have taken: the last line of `times`.
  private static func spent(_ output: String) -> Double? {
    guard let line = output.split(separator: "\n").last else { return nil }
    let times = line.matches(of: #/([0-9]+)m([0-9.]+)s/#)
    guard times.count == 2 else { return nil }
    return times.reduce(0) { $0 + (Double($1.1) ?? 0) * 60 + (Double($1.2) ?? 0) }
  }

  private func shell(_ script: String, _ folder: URL) throws(Failure) -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    do { try process.run() } catch { throw Failure(.fault, "\(error)") }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        .missingInput, "SPIN does not run:\n\(output)",
        hint: "'apt-get install spin' installs it; a C compiler is needed, too.")
    }
    return output
  }
}
