import OQReport
import OQRunner

extension ExpectationFile {
  /// Reads a file.
  static func read(_ path: String) throws(Failure) -> ExpectationFile {
    try Failure.map { () throws(InputFault) in try InputFile.expectations(in: path) }
  }
}
