import Foundation
import OQRunner
import Synchronization
import TestSupport
import Testing

/// Places that are no plain files.
@Suite(.limit(minutes: 1)) struct `A file is written` {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "place-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test func `where a link leads, and the link stays`() throws {
    try withFolder { folder in
      try Data("old".utf8).write(to: URL(filePath: "\(folder)/real.txt"))
      let link = "\(folder)/link.txt"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "\(folder)/real.txt")
      try FilePlace.write("new", to: link)
      #expect(try String(contentsOfFile: "\(folder)/real.txt", encoding: .utf8) == "new")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link) == "\(folder)/real.txt")
    }
  }

  @Test func `where links lead that name each other from their own folders`() throws {
    try withFolder { folder in
      try FilePlace.makeFolder("\(folder)/a/b")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/first", withDestinationPath: "a/second")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/a/second", withDestinationPath: "b/absent.txt")
      try FilePlace.write("new", to: "\(folder)/first")
      #expect(FilePlace.contents(of: "\(folder)/a/b/absent.txt") == Array("new".utf8))
      #expect(FilePlace.names(in: folder) == ["a", "first"])
      #expect(FilePlace.names(in: "\(folder)/a") == ["b", "second"])
    }
  }

  @Test func `unless links lead to each other, which is said`() throws {
    try withFolder { folder in
      let link = "\(folder)/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "link")
      let error = #expect(throws: UnwritablePlace.self) { try FilePlace.write("new", to: link) }
      #expect(
        error?.description == "\(link): cannot be written: Too many levels of symbolic links")
      #expect(FilePlace.names(in: folder) == ["link"])
    }
  }

  @Test func `with the mode that it had, or that the mask leaves`() throws {
    try withFolder { folder in
      let path = "\(folder)/text"
      try FilePlace.write("first", to: path)
      let mask = umask(0)
      umask(mask)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o666 & ~mask)
      #expect(chmod(path, 0o640) == 0)
      try FilePlace.write("second", to: path)
      #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
      #expect(FilePlace.contents(of: path) == Array("second".utf8))
      #expect(FilePlace.names(in: folder) == ["text"])
    }
  }

  @Test func `unless a folder is in its place, and nothing is left beside it`() throws {
    try withFolder { folder in
      try FilePlace.makeFolder("\(folder)/text")
      let error = #expect(throws: UnwritablePlace.self) {
        try FilePlace.write("new", to: "\(folder)/text")
      }
      #expect(error?.description == "\(folder)/text: cannot be written: Is a directory")
      #expect(FilePlace.names(in: folder) == ["text"])
    }
  }

  @Test func `in a folder that is made for it, with those around it`() throws {
    try withFolder { folder in
      try FilePlace.makeFolder("\(folder)/a/b//c/")
      try FilePlace.makeFolder("\(folder)/a/b")
      try FilePlace.write("text", to: "\(folder)/a/b/c/text")
      #expect(FilePlace.names(in: "\(folder)/a/b/c") == ["text"])
      #expect(FilePlace.names(in: "\(folder)/absent") == nil)
      let error = #expect(throws: UnwritablePlace.self) {
        try FilePlace.makeFolder("\(folder)/a/b/c/text/d")
      }
      #expect(error?.description == "\(folder)/a/b/c/text/d: cannot be made: Not a directory")
    }
  }

  @Test func `into a pipe, whose reader gets all of it`() throws {
    try withFolder { folder in
      let path = "\(folder)/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      let read = Mutex<[UInt8]?>(nil)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let bytes = FilePlace.contents(of: path)
        read.withLock { $0 = bytes }
        ended.signal()
      }
      try FilePlace.check(path)
      // An empty text is no end of what comes.
      try FilePlace.write("", to: path)
      let text = String(repeating: "0123456789", count: 20_000)
      try FilePlace.write(text, to: path)
      ended.wait()
      #expect(read.withLock { $0 } == Array(text.utf8))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
  }

  @Test func `to a device, which stays one`() throws {
    try FilePlace.check("/dev/null")
    try FilePlace.write("text", to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `unless the device refuses, which is said`() throws {
    let error = #expect(throws: UnwritablePlace.self) {
      try FilePlace.write("text", to: "/dev/full")
    }
    #expect(error?.description == "/dev/full: cannot be written: No space left on device")
  }
}
