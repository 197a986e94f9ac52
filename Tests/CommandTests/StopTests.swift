import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Processes that have a line in their environment; a process that has ended has none.
  private func processes(with mark: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard name.allSatisfy(\.isNumber),
        let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ")
      else { return false }
      return environment.split(separator: 0).contains { $0.elementsEqual(mark.utf8) }
    }
  }

  /// Waits until something holds; nobody tells when the descendant of a child begins or ends.
  ///
  /// It keeps the thread of its test meanwhile: a task that sleeps goes on once one of the threads
  /// that all tests share is free, and the command may have ended by then. The time limit of the
  /// suite ends a wait that is in vain.
  private func until(_ holds: () throws -> Bool) throws {
    while try !holds() {
      try Task.checkCancellation()
      usleep(5_000)
    }
  }

  @Suite(.prompt, .limit(minutes: 2)) struct `A run that is stopped` {
    private static let words = [
      "run", "reference", "--budget", "10m", "--report", "json=report.json",
    ]

    @Test(arguments: [SIGINT, SIGTERM])
    func `by a signal reports what ran`(signal: Int32) async throws {
      let folder = try Folder()
      let command = try Command(Self.words, in: folder)
      try until { processes(with: command.mark).count > 1 }
      command.signal(signal)
      let ending = try await command.end()
      #expect([1, 2].contains(ending.status), "\(ending.output)\(ending.errors)")
      #expect(ending.errors.contains("oqcheck: ending; the report follows."), "\(ending.errors)")
      let report = try folder.object("report.json")
      #expect(report["complete"] as? Bool == false)
      #expect(report["rules"] is [[String: Any]])
      #expect((report["programs"] as? Int).map { $0 >= 0 } == true)
      try until { processes(with: command.mark).isEmpty }
      #expect(folder.names(in: "temporary").isEmpty)
    }

    @Test func `by SIGKILL leaves lines that are recognised as cut off`() async throws {
      let folder = try Folder()
      let words = ["run", "reference", "--budget", "10m", "--report", "jsonl=lines.jsonl"]
      let command = try Command(words, in: folder)
      let path = "\(folder.path)/lines.jsonl"
      try until { FileManager.default.contents(atPath: path)?.last == UInt8(ascii: "\n") }
      command.signal(SIGKILL)
      #expect(try await command.end().status == -SIGKILL)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix("{\"begin\":{\"profile\":\"core\",\"seed\":\"0x1\",\"subject\":"))
      let read = try await Command.run("report", "convert", "lines.jsonl", in: folder)
      #expect(read.status == 65)
      #expect(read.errors.contains("it is cut off: the run had not ended"), "\(read.errors)")
      try until { processes(with: command.mark).isEmpty }
    }

    @Test func `by SIGKILL leaves no process and no file`() async throws {
      let folder = try Folder()
      let command = try Command(Self.words, in: folder)
      try until { processes(with: command.mark).count > 1 }
      command.signal(SIGKILL)
      #expect(try await command.end().status == -SIGKILL)
      try until { processes(with: command.mark).isEmpty }
      #expect(folder.names(in: "temporary").isEmpty)
      #expect(
        folder.names(in: ".").allSatisfy {
          $0 == "temporary" || $0.hasSuffix(".output") || $0.hasSuffix(".errors")
        })
    }
  }
#endif
