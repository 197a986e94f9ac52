// An operation that is ready is cancelled, and then its finished dependency is removed. It must
// stay ready until it is started; here it turns unready.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

let dependency = BlockOperation {}
let operation = BlockOperation {}
operation.addDependency(dependency)
dependency.start()
operation.cancel()
see("finished: \(operation.isFinished), ready: \(operation.isReady)")
operation.removeDependency(dependency)
see("finished: \(operation.isFinished), ready: \(operation.isReady)")
