import OQHistory

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Crash {
  /// How a worker that ended by itself died.
  ///
  /// - Parameter status: how its process ended.
  package init(_ status: ProcessStatus) {
    let signal: Signal =
      switch status {
      case .exited: .exit
      case .signalled(SIGILL): .illegal
      case .signalled(SIGTRAP): .trap
      case .signalled(SIGABRT): .abort
      case .signalled(SIGSEGV): .segmentation
      case .signalled(SIGBUS): .bus
      case .signalled(SIGKILL): .kill
      case .signalled: .other
      }
    self.init(signal)
  }
}
