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
