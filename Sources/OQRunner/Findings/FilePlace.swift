import OQDriver

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
  /// A link stays, and the file that it leads to is written. What is no file, such as a device or a
  /// pipe, takes the text as it is.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - path: where it goes.
  /// - Throws: why it cannot be written.
  package static func write(_ text: String, to path: String) throws(UnwritablePlace) {
    do {
      if isStream(path) {
        // Whoever reads a pipe would take opening and closing it for the end.
        guard !text.isEmpty else { return }
        let number = try OQDriver.check("open") { open(path, O_WRONLY | O_CLOEXEC) }
        try OwnedDescriptor(owning: number).write(Array(text.utf8))
      } else {
        let place = URL(filePath: path).resolvingSymlinksInPath()
        try Data(text.utf8).write(to: place, options: .atomic)
      }
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
    if isStream(path) {
      guard isWritable(path) else {
        throw UnwritablePlace(description: "\(path): is not writable")
      }
      return
    }
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

  /// Reads a file, or what comes through a pipe until its end.
  ///
  /// - Parameter path: where it is.
  /// - Returns: its bytes; nil where it cannot be read.
  package static func contents(of path: String) -> [UInt8]? {
    do {
      let number = try OQDriver.check("open") { open(path, O_RDONLY | O_CLOEXEC) }
      let descriptor = OwnedDescriptor(owning: number)
      var bytes: [UInt8] = []
      while case let more = try descriptor.read(atMost: 1 << 16), !more.isEmpty { bytes += more }
      return bytes
    } catch {
      return nil
    }
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

  /// Whether a path leads to something that is neither a file nor a directory.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// The system's words for what went wrong.
  private static func reason(_ error: any Error) -> String {
    if let error = error as? SystemError { return String(cString: strerror(error.code)) }
    guard let fault = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(fault.code.rawValue))
  }
}
