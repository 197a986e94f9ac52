import Foundation
import OQCommandLine
import OQHistory
import OQReport
import OQReports
import OQRunner

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

  /// Reads a report in one of the forms that hold all of it.
  static func report(_ path: String) throws(Failure) -> Report {
    let text = try read(path)
    do {
      return try JSONLinesFormat.isReport(text)
        ? JSONLinesFormat.read(text) : JSONFormat.read(text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): not a report of oqcheck \(Tool.version): \(error)",
        hint: "Give what 'oqcheck run SUBJECT --report json=PATH' of this version writes, or "
          + "jsonl=PATH; Spec/Report.schema.json describes it.")
    }
  }

  /// Whether there is a file.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Writes a text file as a whole or not at all.
  static func write(_ text: String, to path: String) throws(Failure) {
    try Failure.map { () throws(UnwritablePlace) in try FilePlace.write(text, to: path) }
  }

  /// Refuses a path that will not be writable, before the work that it is meant for.
  static func checkWritable(_ path: String) throws(Failure) {
    try Failure.map { () throws(UnwritablePlace) in try FilePlace.check(path) }
  }
}

extension FindingsFolder {
  /// Refuses a folder that cannot be made or written, before the first program runs.
  func checkWritable() throws(Failure) {
    try Failure.map { () throws(UnwritablePlace) in try check() }
  }

  /// Writes a file, replacing an earlier one of its name, and returns its path.
  @discardableResult
  func store(_ text: String, as file: String) throws(Failure) -> String {
    try Failure.map { () throws(UnwritablePlace) in try write(text, to: file) }
  }
}
