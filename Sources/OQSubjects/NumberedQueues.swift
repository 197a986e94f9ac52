import Dispatch
import Synchronization

/// The queues of one program that operations can be run on, by number.
package final class NumberedQueues<Queue: AnyObject & Sendable, Failure: Error>: Sendable {
  private let queues = Mutex<[Int: Queue]>([:])
  private let make: @Sendable (Int) throws(Failure) -> Queue

  /// No queues.
  ///
  /// - Parameter make: makes the queue with a number, when it is asked for first.
  package init(make: @escaping @Sendable (Int) throws(Failure) -> Queue) { self.make = make }

  /// The queue with a number.
  ///
  /// - Parameter number: from 1, or 0 for none.
  /// - Returns: the same queue for the same number, nil for 0.
  /// - Throws: whatever making it throws.
  package func queue(_ number: Int) throws(Failure) -> Queue? {
    guard number > 0 else { return nil }
    return try queues.withLock { queues throws(Failure) in
      if let queue = queues[number] { return queue }
      let queue = try make(number)
      queues[number] = queue
      return queue
    }
  }

  /// The number of a queue.
  ///
  /// - Parameter queue: nil for none.
  /// - Returns: 0 for none, -1 for one of no number.
  package func number(of queue: Queue?) -> Int {
    guard let queue else { return 0 }
    return queues.withLock { queues in queues.first { $0.value === queue }?.key ?? -1 }
  }
}

extension DispatchQueue {
  private static let number = DispatchSpecificKey<Int>()

  /// A concurrent queue that carries a number as a key.
  ///
  /// - Parameter number: at least 1.
  package convenience init(underlyingNumber number: Int) {
    self.init(label: "underlying queue \(number)", attributes: .concurrent)
    setSpecific(key: DispatchQueue.number, value: number)
  }

  /// The number of the queue on which the calling code runs; nil on one without.
  package static var underlyingNumber: Int? { getSpecific(key: number) }
}
