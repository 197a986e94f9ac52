import OQHistory
import OQReport

/// Why a file that somebody names cannot be used.
package struct InputFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// In which way it cannot.
  package enum Kind: Sendable, Hashable {
    /// It is not there, or cannot be read.
    case missing
    /// It holds something else.
    case malformed
  }

  /// In which way the file cannot be used.
  package let kind: Kind
  /// The path, and what is wrong.
  package let description: String
  /// Where to read what it should hold; nil where that says nothing.
  package let hint: String?

  private init(_ kind: Kind, _ description: String, hint: String? = nil) {
    self.kind = kind
    self.description = description
    self.hint = hint
  }

  static func missing(_ description: String) -> InputFault { InputFault(.missing, description) }

  static func malformed(_ description: String, hint: String? = nil) -> InputFault {
    InputFault(.malformed, description, hint: hint)
  }
}

/// Files that people name.
package enum InputFile {
  /// Reads a text file.
  ///
  /// - Parameter path: where it is.
  /// - Returns: its text.
  /// - Throws: a fault where it is not there or no text.
  package static func text(of path: String) throws(InputFault) -> String {
    guard let isFolder = FilePlace.isFolder(path) else {
      throw .missing("\(path): no such file")
    }
    guard !isFolder else { throw .missing("\(path): is a directory") }
    guard let bytes = FilePlace.contents(of: path) else {
      throw .missing("\(path): cannot be read")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed("\(path): expected text in UTF-8")
    }
    return text
  }

  /// Reads a program, alone or as part of a failure file.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the program, and the failure; nil for a bare program.
  /// - Throws: a fault with the place in the file.
  package static func program(
    in path: String
  ) throws(InputFault) -> (program: Program, repro: ReproFile?) {
    let text = try text(of: path)
    let isFailure = text.hasPrefix("oqrepro")
    do throws(TextError) {
      if isFailure {
        let file = try ReproFile(parsing: text)
        return (file.finding.program, file)
      }
      return (try Program(parsing: text), nil)
    } catch {
      let (form, page) = isFailure ? ("failure files", "FailureFiles") : ("programs", "Programs")
      throw .malformed(
        "\(path): \(error)", hint: "The format of \(form) is described in Spec/\(page).md.")
    }
  }

  /// Reads a file of expectations.
  ///
  /// - Parameter path: where it is.
  /// - Returns: what it expects.
  /// - Throws: a fault with the line in the file.
  package static func expectations(in path: String) throws(InputFault) -> ExpectationFile {
    let text = try text(of: path)
    do throws(TextError) {
      return try ExpectationFile(parsing: text)
    } catch {
      throw .malformed(
        "\(path): line \(error.line): \(error.message)",
        hint: "Spec/FailureFiles.md describes files of expectations.")
    }
  }

  /// What a folder holds.
  ///
  /// - Parameter folder: where it is.
  /// - Returns: the names, sorted.
  /// - Throws: a fault where it is not there, is no folder, or cannot be read.
  package static func names(in folder: String) throws(InputFault) -> [String] {
    guard let isFolder = FilePlace.isFolder(folder) else {
      throw .missing("\(folder): no such directory")
    }
    guard isFolder else { throw .missing("\(folder): is no directory") }
    guard let names = FilePlace.names(in: folder) else {
      throw .missing("\(folder): cannot be read")
    }
    return names
  }

  /// Reads every `.oqprogram` and `.oqrepro` file of a folder, by name.
  ///
  /// - Parameter folder: where they are.
  /// - Returns: their programs, those of failures with the pins of their files.
  /// - Throws: a fault where the folder is not there, or one of them cannot be read.
  package static func regressions(in folder: String) throws(InputFault) -> [Regression] {
    var regressions: [Regression] = []
    for name in try names(in: folder)
    where name.hasSuffix(".oqprogram") || name.hasSuffix(".oqrepro") {
      let (program, repro) = try program(in: "\(folder)/\(name)")
      regressions.append(Regression(program, following: repro?.finding.pins))
    }
    return regressions
  }
}
