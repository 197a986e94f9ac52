import Foundation
import OQDriver

/// The template in Python over its toy queue, with lines replaced: an adapter with faults.
enum ToyAdapter {
  /// What stands in a file, and what stands there instead.
  typealias Fault = (old: String, new: String)

  /// Whether it can be run.
  static let isInstalled = ProgramPath.find("python3") != nil

  /// Where the adapters in Python are.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Adapters/python").path

  /// As in an adapter that catches only what it foresees: what else is thrown ends the thread.
  static let deadly: Fault = ("except BaseException:", "except OSError:")

  /// As in an adapter of which two threads can make the lane of the callback `x`.
  static let doubled: Fault = (
    "return self.lanes[name]",
    "return Lane() if name == \"x\" and not self.over else self.lanes[name]"
  )

  /// As in an adapter in which a clock runs: its threads never all sleep without a bound.
  static let ticking: Fault = (
    "program, clients = None, {}",
    "program, clients = None, {}; threading.Thread(target=lambda: "
      + "[threading.Event().wait(0.05) for _ in iter(int, 1)], daemon=True).start()"
  )

  /// Another body of the accessor isCancelled.
  static func isCancelled(_ expression: String) -> Fault { ("target.cancelled,", expression + ",") }

  /// The words that start it.
  ///
  /// - Parameters:
  ///   - adapter: faults of what makes the calls.
  ///   - lines: faults of lanes and stamps.
  /// - Returns: a program and its arguments.
  static func words(adapter: [Fault] = [], protocol lines: [Fault] = []) -> [String] {
    func pairs(_ faults: [Fault]) -> String {
      faults.map { "('\($0.old)', '\($0.new)')" }.joined(separator: ", ")
    }
    let script = """
      import sys, threading, types
      sys.path.insert(0, '\(folder)')
      def run(module, *faults):
          text = open('\(folder)/' + module.__name__ + '.py').read()
          for old, new in faults:
              assert old in text, old
              text = text.replace(old, new)
          exec(compile(text, module.__name__ + '.py', 'exec'), module.__dict__)
      protocol, adapter = types.ModuleType('protocol'), types.ModuleType('adapter')
      sys.modules['protocol'], adapter.sys, adapter.threading = protocol, sys, threading
      run(protocol, \(pairs(lines)))
      run(adapter, \(pairs(adapter)))
      protocol.serve(adapter.HELLO, adapter.Session)
      """
    return ["python3", "-c", script]
  }
}
