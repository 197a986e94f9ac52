import OQAdapters
import OQCommandLine
import OQCommands
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
    let campaign = SharedCampaign.of(adapter, options)
    let first = ConformanceRule(
      id: ConformanceRule.adapter, title: "The implementation can be judged", campaign: campaign)
    guard let selection = try? campaign.plan.get().selection else { return [first] }
    let judged = selection.judged.map {
      ConformanceRule(id: $0.id.description, title: $0.title, campaign: campaign)
    }
    return [first] + judged + [
      ConformanceRule(
        id: ConformanceRule.unexplained, title: "Every history is one of the model",
        campaign: campaign),
      ConformanceRule(
        id: ConformanceRule.crash, title: "No process dies where no rule speaks of it",
        campaign: campaign),
    ]
  }
}

/// What a campaign is about to do, as far as it is certain before anything runs.
struct CampaignPlan: Sendable {
  let subject: any Subject
  let options: RunOptions
  let selection: Selection

  /// Settles everything that can be wrong before anything runs.
  ///
  /// - Parameters:
  ///   - adapter: says how the implementation is used.
  ///   - options: what is asked for.
  /// - Throws: what is wrong.
  init(_ adapter: any QueueAdapter.Type, _ options: ConformanceOptions) throws {
    subject = try AdapterTypes.subject(of: adapter)
    let words = options.words(subject.description.name)
    guard case .run(let options) = try Invocation.parse(words) else {
      preconditionFailure("\(words) is no run")
    }
    self.options = options
    selection = try Selection(
      patterns: options.rules, subject: subject.description, profile: options.profile)
  }
}
