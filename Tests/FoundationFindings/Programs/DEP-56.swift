// A dependent goes away before its dependency finishes. It must not matter; here the dependency
// follows a pointer to the dependent that keeps nothing alive.
import Foundation

func see(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

for _ in 0..<1000 {
  let dependency = BlockOperation {}
  do { BlockOperation {}.addDependency(dependency) }
  // What takes the place of the dependent in memory is no operation.
  let others = (0..<64).map { _ in
    NSMutableData(bytes: [UInt8](repeating: 0xA5, count: 256), length: 256)
  }
  dependency.start()
  withExtendedLifetime(others) {}
}
see("every dependency has finished")
