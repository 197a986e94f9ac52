import OQCommandLine
import OQHistory
import OQReport
import OQRunner

/// A history in a file, alone or as part of a failure file.
struct RecordedHistory {
  /// Where it was read.
  let path: String
  let history: History

  /// Reads a file, or every `.oqhistory` and `.oqrepro` file of a folder, by name.
  static func read(_ path: String) throws(Failure) -> [RecordedHistory] {
    guard FilePlace.isFolder(path) ?? false else { return [try readFile(path)] }
    let names = try Files.names(in: path)
    let files = names.filter { $0.hasSuffix(".oqhistory") || $0.hasSuffix(".oqrepro") }
    guard !files.isEmpty else {
      throw Failure(
        .missingInput, "\(path): holds no .oqhistory or .oqrepro file",
        hint: "'oqcheck run SUBJECT --keep-histories DIR' writes some.")
    }
    return try files.sorted(by: isBefore).flatMapThrowing { name throws(Failure) in
      [try readFile(path.hasSuffix("/") ? path + name : "\(path)/\(name)")]
    }
  }

  /// By number, where both names are numbers: histories are named after the index of a program.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    func number(_ name: String) -> UInt64? { UInt64(name.prefix { $0 != "." }) }
    if let one = number(left), let other = number(right), one != other { return one < other }
    return left < right
  }

  private static func readFile(_ path: String) throws(Failure) -> RecordedHistory {
    let text = try Files.read(path)
    let isRepro = text.hasPrefix("oqrepro")
    do {
      let history =
        isRepro ? try ReproFile(parsing: text).finding.history : try History(parsing: text)
      return RecordedHistory(path: path, history: history)
    } catch {
      throw Failure(
        .malformedInput, "\(path): \(error)",
        hint: isRepro
          ? "The format of failure files is described in Spec/FailureFiles.md."
          : "The format of histories is described in Spec/Histories.md.")
    }
  }
}

extension Array {
  /// What a function that may fail makes of every element, one list after the other.
  func flatMapThrowing<Result, Failure: Error>(
    _ transform: (Element) throws(Failure) -> [Result]
  ) throws(Failure) -> [Result] {
    var all: [Result] = []
    for element in self { all += try transform(element) }
    return all
  }
}
