import Dispatch
import Foundation
import OQAdapters
import OQHistory
import Synchronization

/// The dispatch queues of one program, by number; each carries its number as a key.
final class NumberedDispatchQueues: Sendable {
  private static let key = DispatchSpecificKey<Int>()
  private let queues = Mutex<[Int: DispatchQueue]>([:])

  /// The queue with a number, made when it is asked for first; nil for 0.
  subscript(number: Int) -> DispatchQueue? {
    guard number > 0 else { return nil }
    return queues.withLock { queues in
      if let queue = queues[number] { return queue }
      let queue = DispatchQueue(label: "underlying queue \(number)", attributes: .concurrent)
      queue.setSpecific(key: NumberedDispatchQueues.key, value: number)
      queues[number] = queue
      return queue
    }
  }

  /// The number of a queue: 0 for none, -1 for one of no number.
  func number(of queue: DispatchQueue?) -> Int {
    guard let queue else { return 0 }
    return queues.withLock { queues in queues.first { $0.value === queue }?.key ?? -1 }
  }

  /// The number of the queue on which the calling code runs, or 0.
  static var current: Int { DispatchQueue.getSpecific(key: key) ?? 0 }
}

/// Properties on which no order depends.
extension FoundationSession {
  func performProperty(_ command: Command, on queue: OperationQueue) -> Outcome {
    let number = command.integer ?? 0
    switch command.verb {
    case .setQueueName: queue.name = NumberedName.text(number)
    case .queueName: return .returned(.integer(NumberedName.number(queue.name)))
    case .setQueueQuality:
      guard let level = QualityOfService(number: number) else { return .unsupported }
      queue.qualityOfService = level
    case .queueQuality: return .returned(.integer(queue.qualityOfService.number))
    case .setProgressTotal: queue.progress.totalUnitCount = Int64(number)
    case .progress: return .returned(.integer(Int(queue.progress.completedUnitCount)))
    case .setUnderlyingQueue: queue.underlyingQueue = dispatchQueues[number]
    case .underlyingQueue:
      return .returned(.integer(dispatchQueues.number(of: queue.underlyingQueue)))
    case .underlyingKey: return .returned(.integer(NumberedDispatchQueues.current))
    default: return .unsupported
    }
    return .done
  }

  /// A property of an operation; nil for other verbs.
  func performProperty(_ command: Command, on operation: Operation) -> Outcome? {
    let number = command.integer ?? 0
    switch command.verb {
    case .setName: operation.name = NumberedName.text(number)
    case .name: return .returned(.integer(NumberedName.number(operation.name)))
    case .hasCompletion: return .returned(.boolean(operation.completionBlock != nil))
    case .setQuality:
      guard let level = QualityOfService(number: number) else { return .unsupported }
      operation.qualityOfService = level
    case .quality: return .returned(.integer(operation.qualityOfService.number))
    default: return nil
    }
    return .done
  }
}

extension QualityOfService {
  /// The levels by the numbers of the documents: the raw values differ between platforms.
  private static let levels: [(level: QualityOfService, number: ServiceLevel)] = [
    (.userInteractive, .userInteractive), (.userInitiated, .userInitiated), (.utility, .utility),
    (.background, .background), (.default, .unspecified),
  ]

  init?(number: Int) {
    guard let level = Self.levels.first(where: { $0.number.rawValue == number })?.level else {
      return nil
    }
    self = level
  }

  var number: Int {
    (Self.levels.first { $0.level == self }?.number ?? .unspecified).rawValue
  }
}
