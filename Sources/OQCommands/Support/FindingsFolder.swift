import Foundation
import OQCommandLine
import OQRunner
import OQSpecification

/// The folder that findings are written to, made with the first of them.
struct FindingsFolder {
  let path: String
  let subject: String
  let profile: Profile

  /// Refuses a folder that cannot be made or written, before the first program runs.
  func check() throws(Failure) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue, FileManager.default.isWritableFile(atPath: path) else {
        throw Failure(.unwritableOutput, "\(path): findings cannot be written there")
      }
    } else {
      try Files.checkWritable(path.hasSuffix("/") ? String(path.dropLast()) : path)
    }
  }

  /// Writes a finding, replacing an earlier state of it.
  func write(_ finding: Finding) throws(Failure) {
    guard let file = finding.file else { return }
    try write(
      ReproFile(subject: subject, profile: profile, finding: finding).text, to: file)
  }

  /// Writes a file, replacing an earlier one of its name, and returns its path.
  @discardableResult
  func write(_ text: String, to file: String) throws(Failure) -> String {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure(.unwritableOutput, "\(path): cannot be made")
    }
    try Files.write(text, to: full(file))
    return full(file)
  }

  /// The path of a file in the folder, as a user types it.
  func full(_ file: String) -> String { path.hasSuffix("/") ? path + file : "\(path)/\(file)" }
}
