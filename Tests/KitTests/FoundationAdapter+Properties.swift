import Foundation
import OperationQueueConformance

/// Quality of service, progress, the main queue and underlying queues of Foundation.
extension FoundationAdapter {
  static var capabilities: [QueueCapability] {
    basics + [.qos, .progress, .mainQueue, .underlyingQueue]
  }

  func setQuality(_ quality: ServiceQuality, of operation: Operation) {
    operation.qualityOfService = QualityOfService(quality)
  }
  func quality(of operation: Operation) -> ServiceQuality { operation.qualityOfService.quality }
  func setQuality(_ quality: ServiceQuality, of queue: OperationQueue) {
    queue.qualityOfService = QualityOfService(quality)
  }
  func quality(of queue: OperationQueue) -> ServiceQuality { queue.qualityOfService.quality }
  func setTotalUnitCount(_ count: Int, of queue: OperationQueue) {
    queue.progress.totalUnitCount = Int64(count)
  }
  func completedUnitCount(of queue: OperationQueue) -> Int {
    Int(queue.progress.completedUnitCount)
  }
  func mainQueue() -> OperationQueue { .main }
  func setUnderlyingQueue(_ underlying: DispatchQueue?, of queue: OperationQueue) {
    queue.underlyingQueue = underlying
  }
  func underlyingQueue(of queue: OperationQueue) -> DispatchQueue? { queue.underlyingQueue }
}
