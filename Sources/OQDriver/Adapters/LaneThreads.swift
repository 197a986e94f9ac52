/// The threads of an adapter that were there while every lane waited for work.
///
/// Lanes keep their threads for the whole life of the process. Where one of these threads has ended
/// since, it may have been that of a lane which does not answer: then nobody knows whether the
/// implementation is what holds the lane up.
struct LaneThreads {
  private var processes: [Int32] = []
  private var threads: Set<Int32> = []
  private var lanes: Set<String> = []
  private var present: Set<Int32> = []

  /// The lanes that have to show that their threads are there, before a program begins.
  ///
  /// An adapter that gives each program new threads has to show them every time.
  ///
  /// - Parameter names: the client lanes of the program.
  /// - Returns: those that have not shown it, or whose threads may have ended since.
  mutating func unknown(among names: [String]) -> [String] {
    guard hasAll else {
      self = LaneThreads()
      return names
    }
    let unknown = names.filter { !lanes.contains($0) }
    if !unknown.isEmpty { present = LaneThreads.threads(of: processes) }
    return unknown
  }

  /// Takes note of the threads that are there once lanes have shown themselves, and before they are
  /// given anything to do.
  ///
  /// - Parameters:
  ///   - names: the lanes.
  ///   - tree: the processes of the adapter.
  mutating func note(_ names: [String], in tree: ProcessTree) {
    guard !names.isEmpty else { return }
    processes = tree.processes
    threads.formUnion(LaneThreads.threads(of: processes).subtracting(present))
    lanes.formUnion(names)
  }

  /// Whether none of the threads has ended.
  var hasAll: Bool { threads.isSubset(of: LaneThreads.threads(of: processes)) }

  private static func threads(of processes: [Int32]) -> Set<Int32> {
    Set(processes.flatMap { ProcFiles.numbers(in: "/proc/\($0)/task") ?? [] })
  }
}
