import OQReport
import OQSpecification

/// The folder that findings are written to, made with the first of them.
package struct FindingsFolder: Sendable {
  /// Its path, as a user types it.
  package let path: String
  /// The subject that is judged, as on the command line.
  package let subject: String
  /// The reading of the contract.
  package let profile: Profile

  /// Names a folder.
  package init(path: String, subject: String, profile: Profile) {
    self.path = path
    self.subject = subject
    self.profile = profile
  }

  /// Refuses a folder that cannot be made or written, before the first program runs.
  ///
  /// - Throws: what is wrong with it.
  package func check() throws(UnwritablePlace) {
    if let isFolder = FilePlace.isFolder(path) {
      guard isFolder, FilePlace.isWritable(path) else {
        throw UnwritablePlace(description: "\(path): findings cannot be written there")
      }
    } else {
      try FilePlace.check(path.hasSuffix("/") ? String(path.dropLast()) : path)
    }
  }

  /// Writes a finding, replacing an earlier state of it.
  ///
  /// - Parameter finding: a finding; nothing is written while it has no file.
  /// - Throws: why it cannot be written.
  package func write(_ finding: Finding) throws(UnwritablePlace) {
    guard let file = finding.file else { return }
    try write(
      ReproFile(subject: subject, profile: profile, finding: finding).text, to: file)
  }

  /// Takes the file of a finding away that turned out to be nobody's fault.
  ///
  /// - Parameter finding: a finding; nothing happens where it has no file.
  package func remove(_ finding: Finding) {
    if let file = finding.file { FilePlace.remove(full(file)) }
  }

  /// Writes a file, replacing an earlier one of its name.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - file: the name, without folder.
  /// - Returns: the path.
  /// - Throws: why it cannot be written.
  @discardableResult
  package func write(_ text: String, to file: String) throws(UnwritablePlace) -> String {
    try FilePlace.makeFolder(path)
    try FilePlace.write(text, to: full(file))
    return full(file)
  }

  /// The path of a file in the folder, as a user types it.
  ///
  /// - Parameter file: the name, without folder.
  /// - Returns: the path.
  package func full(_ file: String) -> String {
    path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }
}
