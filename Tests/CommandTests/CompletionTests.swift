import Foundation
import TestSupport
import Testing

/// The scripts, read by the shells that they are for.
@Suite(.awaiting, .limit(minutes: 2)) struct `A command line in a shell` {
  private static func has(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
      || FileManager.default.isExecutableFile(atPath: "/bin/\(shell)")
  }

  /// What a shell prints that has read the script of its completions.
  private func output(of shell: String, _ words: String...) async throws -> [String] {
    let folder = try Folder()
    let script = try await Command.run("completion", shell, in: folder)
    #expect(script.status == 0, "\(script.errors)")
    let path = try folder.write(script.output, to: "script")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [shell] + words.map { $0.replacing("SCRIPT", with: path) }
    process.currentDirectoryURL = URL(filePath: folder.path)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(complaint.isEmpty, "\(String(decoding: complaint, as: UTF8.self))")
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func bash(_ words: String...) async throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    return try await output(
      of: "bash", "--norc", "-c",
      """
      source "SCRIPT"; COMP_WORDS=(oqcheck \(line)); COMP_CWORD=\(words.count); _oqcheck
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
  }

  @Test(.enabled(if: has("bash"), "bash is not installed"))
  func `is completed in bash`() async throws {
    #expect(try await bash("rep") == ["replay", "report"])
    #expect(try await bash("run", "reference", "--prof") == ["--profile"])
    #expect(try await bash("run", "reference", "--profile", "g") == ["guide"])
    #expect(try await bash("run", "mut") == ["mutant:"])
    #expect(try await bash("run", "x", "--report", "j") == ["json=", "jsonl=", "junit="])
    #expect(try await bash("replay", "scr") == ["script"])
    #expect(try await bash("help", "gen") == ["generate"])
  }

  @Test(.enabled(if: has("fish"), "fish is not installed"))
  func `is completed in fish`() async throws {
    func fish(_ line: String) async throws -> [String] {
      try await output(of: "fish", "--no-config", "-c", "source 'SCRIPT'; complete -C '\(line)'")
        .map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try await fish("oqcheck rep") == ["replay", "report"])
    #expect(try await fish("oqcheck run reference --prof") == ["--profile"])
    #expect(try await fish("oqcheck run reference --profile g") == ["guide"])
    #expect(try await fish("oqcheck run x --report ju") == ["junit="])
    #expect(try await fish("oqcheck replay scr").contains("script"))
  }

  @Test(.enabled(if: has("zsh"), "zsh is not installed"))
  func `is completed in zsh`() async throws {
    // The functions of the completion system print what they are given.
    func zsh(_ words: String...) async throws -> [String] {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      return try await output(
        of: "zsh", "-f", "-c",
        """
        compdef() { :; }; _describe() { print -l ${(P)2}; }; _arguments() { print -l -- "$@"; }
        source "SCRIPT"; words=(oqcheck \(line)); CURRENT=\(words.count + 1); _oqcheck
        """)
    }
    let commands = try await zsh("rep")
    #expect(commands.contains { $0.hasPrefix("replay:") })
    let words = try await zsh("run", "reference", "--prof")
    #expect(words.contains("--profile[Reading of the contract]:NAME:(core guide reference)"))
    #expect(words.contains { $0.hasPrefix("*--report[Write a report") })
    #expect(words.contains("--quiet[Print nothing but findings and the outcome]"))
  }

  @Test func `has a manual page whose lines are text or known requests`() async throws {
    let folder = try Folder()
    let page = try await Command.run("help", "--man", in: folder)
    #expect(page.status == 0)
    let known = [".TH", ".SH", ".SS", ".TP", ".PP", ".B"]
    for line in page.output.split(separator: "\n") where line.hasPrefix(".") {
      let request = String(line.prefix { $0 != " " })
      #expect(known.contains(request), "\(line)")
    }
    for words in [".SS report", "\\fB\\-\\-trust\\fR", ".SH EXIT STATUS"] {
      #expect(page.output.contains(words))
    }
  }
}
