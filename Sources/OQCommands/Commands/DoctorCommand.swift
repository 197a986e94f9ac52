import OQCommandLine
import OQReport
import OQRunner
import OQText

/// `oqcheck doctor SUBJECT`: examines an adapter step by step.
enum DoctorCommand {
  static func run(_ options: DoctorOptions, _ console: Console) throws(Failure) -> ExitStatus {
    guard case .exec(let words) = options.subject else {
      throw Failure(
        .usage, "doctor examines adapters, not the bundled \(options.subject)",
        hint: "Name one as exec:WORDS, such as 'exec:python3 adapter.py'.")
    }
    let palette = console.output.palette
    let doctor = Doctor(WireExecutor.Options(words, harness: Tool.wireName)) {
      ShellWords.quote($0)
    }
    let isSound = doctor.examine { name, finding in
      switch finding {
      case .passed(let more):
        console.write(
          "\(palette.paint("ok", .green))        \(name)\(more.isEmpty ? "" : ": \(more)")\n")
      case .leftOut: console.write("left out  \(name): it does not offer what this needs\n")
      case .rests(let basis):
        console.write("left out  \(name): they rest on what failed, '\(basis)'\n")
      case .failed(let complaint):
        console.write("\(palette.paint("FAILED", .red))    \(name)\n")
        console.write(DoctorCommand.text(complaint))
      }
    }
    return isSound ? .conformant : .subjectUnusable
  }

  private static func text(_ complaint: Doctor.Complaint) -> String {
    var text = "  \(complaint.problem.printable)\n"
    if !complaint.output.isEmpty {
      text += "  What it wrote to standard error:\n"
      for line in complaint.output { text += "    \(line.printable)\n" }
    }
    if let consequence = complaint.consequence { text += "  \(consequence)\n" }
    if !complaint.advice.isEmpty { text += "  \(complaint.advice)\n" }
    if !complaint.talk.isEmpty {
      text += "  What was said (> by the harness, < by the adapter):\n"
      for line in complaint.talk { text += "    \(line)\n" }
    }
    if let command = complaint.command { text += "  To repeat it by hand:\n    \(command)\n" }
    return text
  }
}
