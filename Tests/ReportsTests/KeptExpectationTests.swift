import Foundation
import OQReport
import Testing

/// The files in `Spec/Expectations`.
@Suite struct KeptExpectationTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Spec/Expectations")

  @Test(arguments: ["foundation", "gnustep"])
  func `expect what has a reason, and a link to where it comes from`(name: String) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
    let file = try ExpectationFile(parsing: text)
    #expect(file.text() == text)
    #expect(!file.entries.isEmpty)
    for entry in file.entries {
      #expect(!entry.isUnknown, "\(entry.expectation)")
      #expect(!entry.expectation.reason.isEmpty, "\(entry.expectation)")
      #expect(entry.expectation.link != nil, "\(entry.expectation)")
      #expect(!entry.expectation.versions.isEmpty, "\(entry.expectation)")
    }
    #expect(Set(file.entries.map(\.expectation.description)).count == file.entries.count)
  }

  @Test func `are all tried here`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.sorted() == ["foundation.txt", "gnustep.txt"])
  }
}
