#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Finds the program that a word names, as a shell does.
package enum ProgramPath {
  /// The path of a program.
  ///
  /// - Parameters:
  ///   - word: a path if it holds a slash, else a name to look for.
  ///   - path: directories between colons.
  /// - Returns: a path that may be executed; nil where there is none.
  package static func find(_ word: String, path: String = environmentPath) -> String? {
    func isProgram(_ path: String) -> Bool {
      var status = stat()
      return access(path, X_OK) == 0 && stat(path, &status) == 0
        && status.st_mode & S_IFMT == S_IFREG
    }
    if word.contains("/") { return isProgram(word) ? word : nil }
    for directory in path.split(separator: ":", omittingEmptySubsequences: false) {
      let candidate = (directory.isEmpty ? "." : String(directory)) + "/" + word
      if isProgram(candidate) { return candidate }
    }
    return nil
  }

  /// Whether a word is a path that leads somewhere, though not to a program.
  static func isThere(_ word: String) -> Bool { word.contains("/") && access(word, F_OK) == 0 }

  /// The directories of this process' environment.
  package static var environmentPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
  }
}
