// The priority of a queued operation with a quality of service is lowered. It must read as it was
// set; here it stays as it was.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let queue = OperationQueue()
queue.isSuspended = true
let operation = BlockOperation {}
operation.qualityOfService = .utility
queue.addOperation(operation)
operation.queuePriority = .low
see("set to \(Operation.QueuePriority.low.rawValue), read \(operation.queuePriority.rawValue)")
