import Foundation
import OQAdapters
import OQContracts
import OQHistory
import OQReport
import OQRunner
import OQSpecification

/// Tests of an implementation of operation queues in a test target, one test case per rule.
///
/// With Swift Testing:
///
/// ```swift
/// @Test(arguments: Conformance.rules(of: ToyAdapter.self))
/// func `keeps the contract`(_ rule: ConformanceRule) async throws {
///   try await rule.check()
/// }
/// ```
///
/// With XCTest see the library `OperationQueueConformanceXCTest`.
///
/// The programs run once for all rules, in processes of their own: the executable of the tests,
/// started again, which runs none of its tests then. What traps, crashes or hangs is a failure of
/// the rules that it breaks.
public enum Conformance {
  /// The rules that an implementation is judged by, each a test case.
  ///
  /// Nothing runs until the first of them is checked. Before the rules stands
  /// ``ConformanceRule/adapter``, which fails where nothing can be judged; after them stand
  /// ``ConformanceRule/unexplained`` and ``ConformanceRule/crash``.
  ///
  /// - Parameters:
  ///   - adapter: says how the implementation is used.
  ///   - options: how many programs, which rules, and so on.
  /// - Returns: test cases in the order of the rules; the first one alone if the adapter or the
  ///   options are not in order, which it then says.
  public static func rules(
    of adapter: any QueueAdapter.Type, _ options: ConformanceOptions = ConformanceOptions()
  ) -> [ConformanceRule] {
    rules(
      of: SharedCampaign.of(adapter, options),
      others: [(ConformanceRule.unexplained, "Every history is one of the model"), death])
  }

  /// The rules that a class of operations is judged by, each a test case.
  ///
  /// Nothing runs until the first of them is checked. Before the rules stands
  /// ``ConformanceRule/adapter``, which fails where nothing can be judged; after them stand
  /// ``ConformanceRule/difference``, unless rules are chosen, and ``ConformanceRule/crash``. What a
  /// correct class shows on the same queue, too, fails no case.
  ///
  /// - Parameters:
  ///   - adapter: says how operations of the class are made.
  ///   - options: how many programs, which rules, and so on.
  /// - Returns: test cases in the order of the rules; the first one alone if the adapter or the
  ///   options are not in order, which it then says.
  public static func rules(
    of adapter: any OperationClassAdapter.Type,
    _ options: ConformanceOptions = ConformanceOptions()
  ) -> [ConformanceRule] {
    let difference = (
      ConformanceRule.difference, "No program stalls that a correct class brings to an end"
    )
    return rules(
      of: SharedCampaign.of(adapter, options),
      others: options.rules.isEmpty ? [difference, death] : [death])
  }

  private static let death = (
    ConformanceRule.crash, "No process dies where no rule speaks of it"
  )

  private static func rules(
    of campaign: SharedCampaign, others: [(id: String, title: String)]
  ) -> [ConformanceRule] {
    let first = ConformanceRule(
      id: ConformanceRule.adapter, title: "The implementation can be judged", campaign: campaign)
    guard let selection = try? campaign.plan.get().selection else { return [first] }
    let judged = selection.judged.map { ($0.id.description, $0.title) }
    return [first]
      + (judged + others).map { ConformanceRule(id: $0, title: $1, campaign: campaign) }
  }
}

/// Options of which nothing can come.
package struct OptionsError: Error, CustomStringConvertible {
  package let description = "programs and budget are at least 1"
}

/// What a campaign is about to do, as far as it is certain before anything runs.
package struct CampaignPlan: Sendable {
  let subject: JudgedSubject
  package let request: Inquiry.Request
  package let folder: FindingsFolder
  let expectations: ExpectationFile
  package var selection: Selection { request.selection }

  /// Settles everything that can be wrong before anything runs.
  ///
  /// - Parameters:
  ///   - subject: what is judged.
  ///   - options: what is asked for.
  /// - Throws: what is wrong.
  package init(_ subject: any Subject, _ options: ConformanceOptions) throws {
    guard options.programs > 0, options.budget > 0 else { throw OptionsError() }
    let profile = options.profile.reading
    self.subject = JudgedSubject(.driven(subject))
    let selection = try self.subject.selection(options.rules, profile)
    var request = Inquiry.Request(
      toolVersion: Tool.version, subject: subject.description, selection: selection,
      generator: self.subject.generator(seed: options.seed, selection))
    request.chosen = options.only
    request.programs = options.programs
    request.budget = .seconds(options.budget)
    request.corpus = try options.regressions.map { try InputFile.regressions(in: $0) } ?? []
    expectations = try options.expectations.map { try InputFile.expectations(in: $0) } ?? .init()
    request.expected = expectations.valid(for: subject.description.version, on: Today.text)
    self.request = request
    folder = FindingsFolder(
      path: options.findings, subject: subject.description.name, profile: profile)
    try folder.check()
  }
}
