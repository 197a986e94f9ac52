import Foundation
import OQDriver
import TestSupport
import Testing

/// Folders that go away with their process, however it ends.
@Suite struct ScratchFolderTests {
  private let parent = FileManager.default.temporaryDirectory
    .appending(path: "scratch-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
  }

  private var entries: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: parent.path).sorted() }
  }

  /// A folder as a process leaves it that was killed.
  private func leave(_ name: String) throws -> URL {
    let folder = parent.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in ["owner", "page1"] {
      try Data().write(to: folder.appending(path: file))
    }
    return folder
  }

  @Test func `a folder goes away with its value, and all that is in it`() throws {
    defer { try? FileManager.default.removeItem(at: parent) }
    do {
      let folder = try ScratchFolder(name: "own", in: parent.path)
      try Data().write(to: URL(filePath: folder.path).appending(path: "file"))
      #expect(try entries.count == 1)
      withExtendedLifetime(folder) {}
    }
    #expect(try entries == [])
  }

  @Test func `what a killed process has left goes away with the next folder`() throws {
    defer { try? FileManager.default.removeItem(at: parent) }
    _ = try leave("own.killed")
    let folder = try ScratchFolder(name: "own", in: parent.path)
    #expect(try entries == [URL(filePath: folder.path).lastPathComponent])
  }

  @Test func `folders that are in use, of another name, unlocked or linked stay`() throws {
    defer { try? FileManager.default.removeItem(at: parent) }
    let other = try leave("other.killed")
    try FileManager.default.createSymbolicLink(
      at: parent.appending(path: "own.link"), withDestinationURL: other)
    try FileManager.default.createDirectory(
      at: parent.appending(path: "own.made"), withIntermediateDirectories: true)
    let first = try ScratchFolder(name: "own", in: parent.path)
    let second = try ScratchFolder(name: "own", in: parent.path)
    let names = [first, second].map { URL(filePath: $0.path).lastPathComponent }
    #expect(try entries == (["other.killed", "own.link", "own.made"] + names).sorted())
    #expect(FileManager.default.fileExists(atPath: other.appending(path: "page1").path))
  }

  @Test func `a folder that cannot be made is an error`() throws {
    defer { try? FileManager.default.removeItem(at: parent) }
    let missing = parent.appending(path: "missing").path
    #expect(throws: SystemError.self) { try ScratchFolder(name: "own", in: missing) }
  }
}
