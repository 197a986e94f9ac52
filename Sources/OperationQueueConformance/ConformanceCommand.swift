import Foundation
import OQCommandLine
import OQCommands
@_exported public import OQKit
import OQText
import OQWorkbench

/// The whole command `oqcheck`, with subjects of one's own.
///
/// ```swift
/// import OperationQueueConformance
///
/// ConformanceCommand.main(ToyAdapter.self)
/// ```
///
/// `check run toy` then judges the queue, `check replay FILE` runs a finding again, and so do all
/// other commands; options, exit statuses and reports are those of `oqcheck`.
public enum ConformanceCommand {
  /// Becomes the command, from the arguments of the process to its end.
  ///
  /// - Parameter adapters: what can be judged beside the bundled subjects, by the adapters' names.
  public static func main(_ adapters: any QueueAdapter.Type...) -> Never {
    main(queues: adapters, classes: [])
  }

  /// Becomes the command, from the arguments of the process to its end.
  ///
  /// - Parameters:
  ///   - queues: queues that can be judged beside the bundled subjects, by the adapters' names.
  ///   - classes: classes of operations that can be judged, by `class:` and the adapters' names.
  public static func main(
    queues: [any QueueAdapter.Type] = [], classes: [any OperationClassAdapter.Type]
  ) -> Never {
    do throws(AdapterTypeError) {
      Dispatch.main(
        .suite(
          added: try AdapterSubjects.all(queues: queues, classes: classes),
          words: ShellWords.quote(CommandLine.arguments.first ?? "oqcheck")))
    } catch {
      FileHandle.standardError.write(Data("oqcheck: \(error)\n".utf8))
      exit(ExitStatus.subjectUnusable.rawValue)
    }
  }
}
