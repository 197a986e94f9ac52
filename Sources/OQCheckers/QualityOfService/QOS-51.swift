import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QOS-51: a new operation has the default level, a new queue the default or background, and an
  /// add leaves alone what was set.
  ///
  /// This is sound because a default is judged only where no set was called before the read
  /// returned, that of an operation also only before anything may start it: a queue may hand its
  /// own level to an operation without one, and an operation that was set to the default may count
  /// as such. Another level that was set is judged after an add that returned before the read,
  /// where its set had returned before the first offer and is certainly the last. The main queue
  /// has a level of its own (MAIN-55), and so has a queue with an underlying queue.
  static let defaultQuality = Checker("QOS-51", antecedent: [.quality, .queueQuality]) {
    index, _, judgement in
    for record in index.operations {
      let sets = Settings(record.calls(.setQuality))
      let offer = record.firstOffer ?? index.end
      let added = record.adds.filter(\.succeeded).compactMap(\.returned).min() ?? index.end
      for read in record.calls(.quality) {
        let property = "quality of service of \(index.name(record.id))"
        if let after = ReadBack(read, after: sets) {
          guard after.expected != ServiceLevel.unspecified.rawValue, after.read.called > added,
            after.set.succeeded(before: offer)
          else { continue }
          after.judge(property, &judgement)
        } else if read.returned(before: offer), case .initial = sets.last(at: read) {
          judge(read, property, among: [.unspecified], &judgement)
        }
      }
    }
    for queue in index.queues where queue.hasLevelOfItsOwn {
      let sets = Settings(queue.calls(.setQueueQuality))
      for read in queue.calls(.queueQuality) {
        guard case .initial = sets.last(at: read) else { continue }
        judge(
          read, "quality of service of \(index.name(queue.id))",
          among: [.unspecified, .background], &judgement)
      }
    }
  }

  /// Notes whether a read of a level that was never set gave one of those that are allowed.
  private static func judge(
    _ read: Call, _ property: String, among allowed: [ServiceLevel], _ judgement: inout Judgement
  ) {
    guard let value = read.outcome?.integer else { return }
    if allowed.contains(where: { $0.rawValue == value }) {
      judgement.hold(read.called, read.returned)
    } else {
      judgement.violate(
        "\(property) read \(value) at \(read.called) although it was never set",
        events: [read.called, read.returned])
    }
  }
}
