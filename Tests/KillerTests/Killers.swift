import Foundation
import OQCheckers
import OQContracts
import OQDriver
import OQHistory
import OQJudging
import OQMutants
import OQReport
import OQReports
import OQRunner
import OQSpecification
import TestSupport

/// The kept killers of the package.
enum Killers {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = root.appending(path: "Spec/Examples")

  /// Names of the failure files, in order.
  static func fileNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(KeptKiller.suffix) }.sorted()
  }

  /// The text of a file of the folder.
  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Every killer, by the name of its file.
  static func all() throws -> [KeptKiller] {
    try fileNames().map { try KeptKiller(parsing: text($0)) }
  }

  /// The page of a mutant.
  static func entry(_ mutant: Mutant) -> KillerPage.Mutant {
    KillerPage.Mutant(
      name: mutant.name, rule: mutant.breaks, grade: mutant.grade.rawValue,
      profile: mutant.profile, summary: mutant.summary)
  }

  /// What the mutant of a killer is a broken variant of.
  static func healthySubject(_ killer: KeptKiller) -> String {
    Mutant.named(killer.mutant)?.dispatch == nil ? "reference" : "dispatch"
  }

  /// An executor that runs programs on a subject in processes of their own.
  static func workers(_ subject: String) throws -> WorkerExecutor {
    WorkerExecutor(
      WorkerExecutor.Options(
        WorkerOptions(subject: subject, executable: try builtCommand(), capacity: 10_000)))
  }

  /// A judge by every rule of the killer's contract, without the model: it is slow without
  /// optimisation, and other tests compare it with the rules.
  static func judge(_ killer: KeptKiller) -> Judge {
    let contract = Contracts.contract(of: HistoryIndex(killer.file.finding.history))
    return Judge(roster: contract.roster, profile: killer.file.profile)
  }
}
