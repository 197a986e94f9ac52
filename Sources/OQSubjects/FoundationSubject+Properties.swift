import Dispatch
import Foundation
import OQAdapters
import OQHistory

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
    case .setUnderlyingQueue: queue.underlyingQueue = dispatchQueues.queue(number)
    case .underlyingQueue:
      return .returned(.integer(dispatchQueues.number(of: queue.underlyingQueue)))
    case .underlyingKey: return .returned(.integer(DispatchQueue.underlyingNumber ?? 0))
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
