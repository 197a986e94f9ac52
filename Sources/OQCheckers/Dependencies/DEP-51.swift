import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-51: a dependency that is added again is listed once or twice, or the call raises.
  ///
  /// A case is a read of `dependencies` during all of which the dependency certainly was there:
  /// made in time by a call that had returned, with no removal called by the return of the read. It
  /// lists the dependency at least once and no more often than it may have been made by then,
  /// whatever the additional calls do (ND-28). A call that was refused while the dependency was
  /// certainly there is a case of its own. What that does to readiness is not judged.
  static let doubleDependencyIsListed = Checker("DEP-51", antecedent: [.addDependency]) {
    index, _, judgement in
    for record in index.operations {
      let links = index.links(of: record.id).filter { $0.dependency != record.id }
      for refused in record.calls(.addDependency) where refused.isRejected {
        let contexts = index.firstStageCell(record.id, at: refused)
        guard
          links.contains(where: { link in
            refused.command.operands == [link.dependency] && link.removals.isEmpty
              && (link.isDeclared || link.makings.contains { $0.succeeded(before: refused.called) })
          })
        else { continue }
        judgement.hold(refused.called, refused.returned, in: contexts)
      }
      guard links.contains(where: { !$0.isSimple }) else { continue }
      for listing in index.listings(of: record.id) {
        for link in listing.certain where !link.isSimple {
          judge(link, listing.read, record, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ link: Link, _ read: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let makings = link.makings.filter { $0.called < read.returned ?? read.called }
    let possible = makings.count + (link.isDeclared ? 1 : 0)
    guard possible > 1, let last = makings.last else { return }
    let count = read.outcome?.operations?.count { $0 == link.dependency } ?? 0
    let contexts = index.firstStageCell(record.id, at: last)
    guard count < 1 || count > possible else {
      judgement.hold(last.called, last.returned, read.called, read.returned, in: contexts)
      return
    }
    let times = count == 0 ? "does not list" : "lists \(count) times"
    judgement.violate(
      "dependencies of \(index.name(record.id)) read at \(read.called) \(times)"
        + " \(index.name(link.dependency)), which was added again at \(last.called)",
      events: [
        makings.dropLast().last?.called, last.called, last.returned, read.called, read.returned,
      ],
      in: contexts)
  }
}

extension HistoryIndex {
  /// `unqueued` or `parked`, where an operation certainly was it during a whole call.
  fileprivate func firstStageCell(_ operation: OperationID, at call: Call) -> [String] {
    cells(stage(of: operation, at: call.returned ?? end)?.rawValue, in: ["unqueued", "parked"])
  }
}
