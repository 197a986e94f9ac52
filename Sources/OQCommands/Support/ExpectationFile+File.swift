import OQCommandLine
import OQHistory
import OQReport

extension ExpectationFile {
  /// Reads a file.
  static func read(_ path: String) throws(Failure) -> ExpectationFile {
    let text = try Files.read(path)
    do throws(TextError) {
      return try ExpectationFile(parsing: text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): line \(error.line): \(error.message)",
        hint: "Spec/FailureFiles.md describes files of expectations.")
    }
  }
}
