import Foundation

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
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw UnwritablePlace(description: "\(path): there is no directory \(folder)") }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw UnwritablePlace(description: "\(path): is a directory")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw UnwritablePlace(description: "\(path): the directory \(folder) is not writable")
    }
  }

  private static func reason(_ error: any Error) -> String {
    (error as NSError).localizedFailureReason ?? (error as NSError).localizedDescription
  }
}
