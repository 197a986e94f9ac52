import Foundation
import OQCommandLine
import OQCommands
import OQHistory
import OQMutants
import OQReport
import OQRunner

/// A folder with the kept killers of mutants, one file for each.
struct KillerFolder {
  let path: String

  /// The table of all killers, beside them.
  static let page = "README.md"

  /// Refuses a folder that cannot be made or written, before the first program runs.
  func checkWritable() throws(Failure) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue, FileManager.default.isWritableFile(atPath: path) else {
        throw Failure(.unwritableOutput, "\(path): killers cannot be written there")
      }
    } else {
      try Files.checkWritable(path.hasSuffix("/") ? String(path.dropLast()) : path)
    }
  }

  /// Names of the failure files in the folder, in order; none if there is no such folder.
  var fileNames: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return (names ?? []).filter { $0.hasSuffix(KeptKiller.suffix) }.sorted()
  }

  /// The killer in a file.
  func killer(named name: String) throws(Failure) -> KeptKiller {
    let text = try Files.read(full(name))
    do {
      return try KeptKiller(parsing: text)
    } catch {
      throw Failure(
        .malformedInput, "\(full(name)): \(error)",
        hint: "Remove the file to have its mutant hunted again.")
    }
  }

  /// The killer of a mutant; nil if there is no file, or one of another rule or profile.
  func killer(of mutant: Mutant) throws(Failure) -> KeptKiller? {
    let name = mutant.name + KeptKiller.suffix
    guard FileManager.default.fileExists(atPath: full(name)) else { return nil }
    let killer = try killer(named: name)
    return killer.isKiller(of: mutant.name, breaking: mutant.breaks, mutant.profile) ? killer : nil
  }

  /// Writes a killer, replacing an earlier one of its mutant.
  func write(_ killer: KeptKiller) throws(Failure) {
    try write(killer.file.text, to: killer.fileName)
  }

  /// Writes a file of the folder.
  func write(_ text: String, to name: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure(.unwritableOutput, "\(path): cannot be made")
    }
    try Files.write(text, to: full(name))
  }

  /// Removes the killers of mutants that there are not any more.
  ///
  /// - Returns: the names of the files. Failure files that are no killers stay.
  func removeStale() throws(Failure) -> [String] {
    var removed: [String] = []
    for name in fileNames {
      let killer = try killer(named: name)
      if Mutant.named(killer.mutant) != nil, killer.fileName == name { continue }
      do {
        try FileManager.default.removeItem(atPath: full(name))
      } catch {
        throw Failure(.unwritableOutput, "\(full(name)): cannot be removed")
      }
      removed.append(name)
    }
    return removed
  }

  private func full(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }
}
