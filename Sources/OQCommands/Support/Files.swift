import OQCommandLine
import OQHistory
import OQReport
import OQReports
import OQRunner

/// Reads and writes the files that users name.
package enum Files {
  /// Reads a text file.
  ///
  /// - Parameter path: where it is.
  /// - Returns: its text.
  /// - Throws: a failure with the path, where it is not there or not text.
  package static func read(_ path: String) throws(Failure) -> String {
    try Failure.map { () throws(InputFault) in try InputFile.text(of: path) }
  }

  /// Reads a program, alone or as part of a failure file.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the program, and the failure; nil for a bare program.
  /// - Throws: a failure with the place in the file.
  static func program(
    _ path: String
  ) throws(Failure) -> (program: Program, repro: ReproFile?) {
    try Failure.map { () throws(InputFault) in try InputFile.program(in: path) }
  }

  /// Reads the programs of a folder.
  ///
  /// - Parameter folder: where they are.
  /// - Returns: the programs, by the names of their files.
  /// - Throws: a failure where the folder is not there, or a file cannot be read.
  static func regressions(in folder: String) throws(Failure) -> [Regression] {
    try Failure.map { () throws(InputFault) in try InputFile.regressions(in: folder) }
  }

  /// What a folder holds.
  ///
  /// - Parameter folder: where it is.
  /// - Returns: the names, sorted.
  /// - Throws: a failure where it is not there, is no folder, or cannot be read.
  static func names(in folder: String) throws(Failure) -> [String] {
    try Failure.map { () throws(InputFault) in try InputFile.names(in: folder) }
  }

  /// Reads a report in one of the forms that hold all of it.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the report.
  /// - Throws: a failure with the path and what to give instead.
  package static func report(_ path: String) throws(Failure) -> Report {
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
  package static func exists(_ path: String) -> Bool { FilePlace.isFolder(path) != nil }

  /// Writes a text file as a whole or not at all.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - path: where it goes.
  /// - Throws: why it cannot be written.
  package static func write(_ text: String, to path: String) throws(Failure) {
    try Failure.map { () throws(UnwritablePlace) in try FilePlace.write(text, to: path) }
  }

  /// Refuses a path that will not be writable, before the work that it is meant for.
  ///
  /// - Parameter path: where a file will go.
  /// - Throws: why it cannot be written.
  package static func checkWritable(_ path: String) throws(Failure) {
    try Failure.map { () throws(UnwritablePlace) in try FilePlace.check(path) }
  }
}

extension FindingsFolder {
  /// Refuses a folder that cannot be made or written, before the first program runs.
  ///
  /// - Parameter option: the option with which another folder is named.
  /// - Throws: what is wrong with it.
  package func checkWritable(option: String = "--findings") throws(Failure) {
    do throws(UnwritablePlace) {
      try check()
    } catch {
      throw Failure(
        .unwritableOutput, error.description, hint: "Name another folder with \(option) DIR.")
    }
  }

  /// Writes a file, replacing an earlier one of its name.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - file: the name, without folder.
  /// - Returns: the path.
  /// - Throws: why it cannot be written.
  @discardableResult
  package func store(_ text: String, as file: String) throws(Failure) -> String {
    try Failure.map { () throws(UnwritablePlace) in try write(text, to: file) }
  }
}
