import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-11: an operation class that overrides start announces what it reports.
  ///
  /// The checker judges the first `report-executing` and the first `report-finished` after the
  /// overridden `start` was entered, of an operation that nothing else has made to finish, a cancel
  /// included: each changes its property for certain, and the class is asked to announce it. A call
  /// of an observer that was attached before is awaited; the observer of isExecuting is called for
  /// the report of the finish, too, if the class had reported that it executes. `store-finished`
  /// asks for silence and is left out (ND-8).
  static let reportsAreAnnounced = Checker("KVO-11", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .isExecuting, .isFinished)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    let awaited = Set(index.operations.flatMap { index.firmEdges(of: $0.id).map(\.dependency) })
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      let record = index[operation]
      guard record.declaration.kind == .asynchronous, let entered = record.starts.first?.begin,
        !record.mayBeCancelled(before: index.end),
        record.calls(.storeFinished).isEmpty, record.calls(.notifyFinished).isEmpty
      else { continue }
      let facets = Facet.holding((awaited.contains(operation), .hasDependents))
      let changes = reports(feed, record, after: entered).map { call in
        Change(
          called: call.called, done: call.returned ?? call.called,
          words: "'\(index.words.text(call.command))' was called at \(call.called)",
          contexts: ["asynchronous"], facets: facets)
      }
      let name = feed.property == .isFinished ? "isFinished" : "isExecuting"
      feed.judge(changes, "\(name) of \(index.name(operation))", stall, &judgement)
    }
  }

  /// The reports that certainly change what an observer sees, in order.
  private static func reports(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, after entered: Ticket
  ) -> [Call] {
    let executing = record.calls(.reportExecuting).filter { !$0.hadNoEffect }
    let finish = record.calls(.reportFinished).first { !$0.hadNoEffect }
    guard executing.allSatisfy({ $0.called > entered }), finish.map({ $0.called > entered }) ?? true
    else { return [] }
    var reports: [Call] = []
    if feed.property == .isExecuting {
      // A report that overlaps that of the finish may come after it.
      guard let begin = executing.first, begin.succeeded(before: finish?.called ?? .max) else {
        return []
      }
      reports.append(begin)
    }
    if let finish, finish.succeeded { reports.append(finish) }
    return reports.filter { feed.attached.succeeded(before: $0.called) }
  }
}
