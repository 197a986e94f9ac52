import OQCommandLine
import OQHistory
import OQReport
import OQRunner

/// Programs from files, which run before those of the seed.
enum Corpus {
  /// Reads every `.oqprogram` and `.oqrepro` file of a folder, by name.
  static func read(_ folder: String) throws(Failure) -> [Program] {
    guard let names = FilePlace.names(in: folder) else {
      throw Failure(.missingInput, "\(folder): no such directory")
    }
    var programs: [Program] = []
    for name in names where name.hasSuffix(".oqprogram") || name.hasSuffix(".oqrepro") {
      programs.append(try ProgramFile.read("\(folder)/\(name)").program)
    }
    return programs
  }
}

/// A program in a file, alone or as part of a failure file.
enum ProgramFile {
  /// Reads a file; the failure is nil for a bare program.
  static func read(_ path: String) throws(Failure) -> (program: Program, repro: ReproFile?) {
    let text = try Files.read(path)
    do {
      if text.hasPrefix("oqrepro") {
        let file = try ReproFile(parsing: text)
        return (file.finding.program, file)
      }
      return (try Program(parsing: text), nil)
    } catch {
      let (form, page) =
        text.hasPrefix("oqrepro") ? ("failure files", "FailureFiles") : ("programs", "Programs")
      throw Failure(
        .malformedInput, "\(path): \(error)",
        hint: "The format of \(form) is described in Spec/\(page).md.")
    }
  }
}
