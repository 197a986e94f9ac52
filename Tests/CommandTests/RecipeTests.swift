import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A recipe for CI` {
  @Test func `keeps the answer of a run, and one page`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: try builtCommand(), in: folder)
    let good = try await judge(["model", "--programs", "20"], archive, in: folder)
    #expect(good.status == 2, "\(good.output)\(good.errors)")
    #expect(try folder.text("output/report.html").hasPrefix("<!DOCTYPE html>"))
    #expect(folder.names(in: "output").contains("junit.xml"))
    let bad = try await judge(
      ["mutant:executing-before-start", "--programs", "150", "--rules", "STATE-2"], archive,
      in: folder)
    #expect(bad.status == 1, "\(bad.output)\(bad.errors)")
    #expect(!folder.names(in: "output/findings").isEmpty)
  }

  @Test func `refuses an archive with another checksum`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: "/bin/true", in: folder)
    let ending = try await judge(
      ["model"], (archive.path, String(archive.sum.reversed())), in: folder)
    #expect(ending.status == 99)
    #expect(ending.errors.contains("another checksum"), "\(ending.errors)")
  }

  @Test func `refuses a tool that finds nothing broken`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: "/bin/true", in: folder)
    let ending = try await judge(["model"], archive, in: folder)
    #expect(ending.status == 99)
    #expect(ending.errors.contains("the self-check ended with 0"), "\(ending.errors)")
  }

  @Test func `for GitLab runs three jobs and joins them, as its script says`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: try builtCommand(), in: folder)
    let text = try String(contentsOfFile: recipe("gitlab.yml"), encoding: .utf8)
    let adapter = "printf '#!/bin/sh\\nexec %s serve reference\\n' '\(try builtCommand())'"
    let tools = [
      "make": "\(adapter) >adapter && chmod +x adapter",
      // What follows -fsSL -o is a file, then an address.
      "curl": "cp \"$4\" \"$3\"",
    ]
    for (name, line) in tools {
      let path = try folder.write("#!/bin/sh\n\(line)\n", to: "tools/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    _ = try folder.write(
      try String(contentsOfFile: recipe("oqcheck.sh"), encoding: .utf8), to: "ci/oqcheck.sh")
    func run(_ job: String, _ index: Int? = nil) async throws -> Ending {
      let script = try script(of: job, in: text).replacing("20000", with: "12")
      var variables = [
        "OQCHECK_ARCHIVE": archive.path, "OQCHECK_SHA256": archive.sum, "CI_NODE_TOTAL": "3",
        "PATH": "\(folder.path)/tools:/usr/bin:/bin",
      ]
      variables["CI_NODE_INDEX"] = index.map { "\($0)" }
      return try await Command(
        ["-ec", script], of: "/bin/bash", in: folder, variables: variables
      ).end()
    }
    for index in 1...3 {
      let part = try await run("judge", index)
      #expect([0, 2].contains(part.status), "\(part.output)\(part.errors)")
      #expect(folder.names(in: "shard-\(index)").contains("report.json"))
    }
    let joined = try await run("join")
    #expect([0, 2].contains(joined.status), "\(joined.output)\(joined.errors)")
    #expect(joined.output.contains("12 programs"), "\(joined.output)")
    #expect(try folder.text("junit.xml").contains("name=\"programs\" value=\"12\""))
  }

  /// The lines that GitLab gives to the shell for a job.
  private func script(of job: String, in text: String) throws -> String {
    let body = try #require(text.split(separator: "\n\(job):\n").last)
    let list = try #require(body.split(separator: "  script:\n", maxSplits: 1).last)
    var lines: [String] = []
    for line in list.split(separator: "\n") {
      if line.hasPrefix("    - ") {
        lines.append(String(line.dropFirst(6)))
      } else if line.hasPrefix("      "), !lines.isEmpty {
        lines[lines.count - 1] += " " + line.drop { $0 == " " }
      } else {
        break
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test func `is a shell script without mistakes in its syntax`() async throws {
    let folder = try Folder()
    for name in ["oqcheck.sh", "parallel.sh", "slurm.sbatch"] {
      let check = try await Command(["-n", recipe(name)], of: "/bin/bash", in: folder).end()
      #expect(check.status == 0, "\(name): \(check.errors)")
    }
  }

  private func recipe(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Spec/Recipes/\(name)").path
  }

  private func judge(
    _ words: [String], _ archive: (path: String, sum: String), in folder: Folder
  ) async throws -> Ending {
    try await Command(
      [recipe("oqcheck.sh")] + words, of: "/bin/bash", in: folder,
      variables: [
        "OQCHECK_ARCHIVE": archive.path, "OQCHECK_SHA256": archive.sum,
        "OQCHECK_OUTPUT": "\(folder.path)/output",
      ]
    ).end()
  }

  /// A release archive whose command is another program.
  private func archive(
    of program: String, in folder: Folder
  ) async throws -> (path: String, sum: String) {
    let script = try folder.write("#!/bin/sh\nexec '\(program)' \"$@\"\n", to: "r/x/bin/oqcheck")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let tar = try await Command(
      ["-czf", "archive.tar.gz", "-C", "r", "x"], of: "/bin/tar", in: folder
    ).end()
    #expect(tar.status == 0, "\(tar.errors)")
    let sum = try await Command(["archive.tar.gz"], of: "/usr/bin/sha256sum", in: folder).end()
    return ("\(folder.path)/archive.tar.gz", String(sum.output.prefix(64)))
  }
}
