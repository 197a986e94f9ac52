import Foundation
import OQCommandLine
import OQHistory

/// Reads and writes the files that users name.
enum Files {
  /// Reads a text file.
  static func read(_ path: String) throws(Failure) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.missingInput, "\(path): no such file")
    }
    guard !isFolder.boolValue else { throw Failure(.missingInput, "\(path): is a directory") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.missingInput, "\(path): cannot be read")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Failure(.malformedInput, "\(path): expected text in UTF-8")
    }
    return text
  }

  /// Writes a text file as a whole or not at all: next to its place, then moved there.
  static func write(_ text: String, to path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(.unwritableOutput, "\(path): cannot be written: \(reason(error))")
    }
  }

  /// Refuses a path that will not be writable, before the work that it is meant for.
  static func checkWritable(_ path: String) throws(Failure) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw Failure(.unwritableOutput, "\(path): there is no directory \(folder)") }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Failure(.unwritableOutput, "\(path): is a directory")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw Failure(.unwritableOutput, "\(path): the directory \(folder) is not writable")
    }
  }

  private static func reason(_ error: any Error) -> String {
    (error as NSError).localizedFailureReason ?? (error as NSError).localizedDescription
  }
}
