#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A place in the file system at which something cannot be written, and why.
package struct UnwritablePlace: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path, and what is wrong with it.
  package let description: String
}

/// Writes files as a whole or not at all.
package enum FilePlace {
  /// Writes a text file: next to its place, then moved there.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - path: where it goes.
  /// - Throws: why it cannot be written.
  package static func write(_ text: String, to path: String) throws(UnwritablePlace) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw UnwritablePlace(description: "\(path): cannot be written: \(reason(error))")
    }
  }

  /// Refuses a path that will not be writable, before the work that it is meant for.
  ///
  /// - Parameter path: where a file will go.
  /// - Throws: why it cannot be written.
  package static func check(_ path: String) throws(UnwritablePlace) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard isFolder(folder) ?? false else {
      throw UnwritablePlace(description: "\(path): there is no directory \(folder)")
    }
    if isFolder(path) ?? false {
      throw UnwritablePlace(description: "\(path): is a directory")
    }
    guard isWritable(folder) else {
      throw UnwritablePlace(description: "\(path): the directory \(folder) is not writable")
    }
  }

  /// Reads a file.
  ///
  /// - Parameter path: where it is.
  /// - Returns: its bytes; nil where it cannot be read.
  package static func contents(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  /// What a directory holds.
  ///
  /// - Parameter folder: where it is.
  /// - Returns: the names, sorted; nil where it cannot be read.
  package static func names(in folder: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Makes a directory, and those that it is in, where they are not there.
  ///
  /// - Parameter folder: where it is.
  /// - Throws: why it cannot be made.
  package static func makeFolder(_ folder: String) throws(UnwritablePlace) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw UnwritablePlace(description: "\(folder): cannot be made")
    }
  }

  /// Whether a file or a directory may be written.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Takes a file away, if it is there.
  package static func remove(_ path: String) { unlink(path) }

  /// Whether a path leads to a directory.
  ///
  /// - Parameter path: any path; links are followed.
  /// - Returns: nil where there is nothing.
  package static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// The system's words for what went wrong.
  private static func reason(_ error: any Error) -> String {
    guard let fault = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(fault.code.rawValue))
  }
}
