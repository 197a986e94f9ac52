import Foundation
import TestSupport
import Testing

/// The commands on the pages of the public interface, run as they stand there.
@Suite(.awaiting, .limit(minutes: 5)) struct DocumentedCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The words behind `oqcheck` of every command, in the order of the pages.
  private static let commands: [[String]] = {
    let folder = root.appending(
      path: "Sources/OperationQueueConformance/OperationQueueConformance.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [[String]] in
      let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return (text ?? "").split(separator: "\n").compactMap { line in
        guard let match = line.wholeMatch(of: /(?:swift run -c release )?oqcheck (.*)/) else {
          return nil
        }
        return match.1.split(separator: " ").map { String($0) }
      }
    }
  }()

  /// The statuses that a page says, or leaves open, of a command.
  private static func statuses(_ words: [String]) -> Set<Int32> {
    switch words[0] {
    case "replay": words.contains("reference") ? [2] : [1]
    case "run": words[1] == "foundation" ? [1, 2] : [0, 2]
    default: [0]
    }
  }

  @Test func `do what the page says`() async throws {
    let folder = try Folder()
    let examples = "\(folder.path)/Spec/Examples"
    try FileManager.default.createDirectory(atPath: examples, withIntermediateDirectories: true)
    let example = "edge-survives-removal.oqrepro"
    try FileManager.default.copyItem(
      atPath: Self.root.appending(path: "Spec/Examples/\(example)").path,
      toPath: "\(examples)/\(example)")
    #expect(Self.commands.count >= 9)
    for var words in Self.commands {
      // What takes half a minute on the page takes a few programs here.
      if let budget = words.firstIndex(of: "--budget") {
        words.replaceSubrange(budget..<(budget + 2), with: ["--programs", "20"])
      }
      let ending = try await Command(words, in: folder).end()
      #expect(
        Self.statuses(words).contains(ending.status),
        "\(words.joined(separator: " ")): \(ending.status)\n\(ending.output)\(ending.errors)")
    }
    for name in ["report.html", "results.xml", "results.json"] {
      #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"), "\(name)")
    }
  }
}
