import Foundation
import OQAdapters
import OQContracts
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization

/// What came of a campaign.
enum CampaignResult: Sendable {
  /// It ran.
  case judged(Report)
  /// Nothing was judged, for a reason.
  case failed(String)
}

/// The campaign that the test cases of one adapter share: it runs once, when the first of them
/// asks.
final class SharedCampaign: Sendable, Hashable {
  /// What it is about to do, or what is wrong with that.
  let plan: Result<CampaignPlan, any Error>
  /// What is asked for.
  let options: ConformanceOptions
  /// The name of the subject.
  let name: String

  private let task = Mutex<Task<CampaignResult, Never>?>(nil)

  private struct Key: Hashable {
    let adapter: ObjectIdentifier
    let options: ConformanceOptions
  }

  private static let all = Mutex<[Key: SharedCampaign]>([:])
  /// Held while a campaign runs: two at once would measure each other.
  private static let turn = NSLock()

  /// The campaign of an adapter and options: the same one for the same ones.
  static func of(
    _ adapter: any QueueAdapter.Type, _ options: ConformanceOptions
  ) -> SharedCampaign {
    kept(adapter, adapter.name, options) { try AdapterTypes.subject(of: adapter) }
  }

  /// The campaign of a class of operations and options: the same one for the same ones.
  static func of(
    _ adapter: any OperationClassAdapter.Type, _ options: ConformanceOptions
  ) -> SharedCampaign {
    kept(adapter, ClassSubject.prefix + adapter.name, options) {
      try OperationClassTypes.subject(of: adapter)
    }
  }

  private static func kept(
    _ adapter: Any.Type, _ name: String, _ options: ConformanceOptions,
    _ subject: () throws -> any Subject
  ) -> SharedCampaign {
    all.withLock { all in
      let key = Key(adapter: ObjectIdentifier(adapter), options: options)
      if let campaign = all[key] { return campaign }
      let campaign = SharedCampaign(name, options, subject)
      all[key] = campaign
      return campaign
    }
  }

  private init(
    _ name: String, _ options: ConformanceOptions, _ subject: () throws -> any Subject
  ) {
    plan = Result { try CampaignPlan(try subject(), options) }
    self.options = options
    self.name = name
  }

  static func == (left: SharedCampaign, right: SharedCampaign) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// What came of it; runs it if nobody has asked before.
  var result: CampaignResult {
    get async {
      let task = task.withLock { task in
        if let task { return task }
        let new = Task.detached { [self] in
          await withCheckedContinuation { continuation in
            // Not a thread of the pool: it waits for processes, with a stack for long programs.
            let thread = Thread { [self] in continuation.resume(returning: run()) }
            thread.stackSize = 8 << 20
            thread.start()
          }
        }
        task = new
        return new
      }
      return await task.value
    }
  }

  private func run() -> CampaignResult {
    SharedCampaign.turn.withLock {
      do {
        let plan = try plan.get()
        let (profile, seed) = (plan.selection.profile, options.seed)
        let control = plan.subject.control.map { control in
          Inquiry.ControlSubject(control.description.name) {
            try control.executor(profile: profile, seed: seed)
          }
        }
        let (report, faults) = try Inquiry(
          plan.request, executor: { try plan.subject.executor(profile: profile, seed: seed) },
          control: control, folder: plan.folder
        ).run()
        return faults.isEmpty
          ? .judged(report)
          : .failed((["a fault of the suite"] + faults).joined(separator: "\n"))
      } catch {
        return .failed("\(error)")
      }
    }
  }
}
