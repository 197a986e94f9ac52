import Dispatch
import Glibc
import OQSystem
import Synchronization

/// A thread that runs one closure, for tests that must not use a pool.
final class PlainThread {
  /// The kernel's id of the thread.
  let identifier: Int32

  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) {
    let start = Start()
    let box = Unmanaged.passRetained(
      Box {
        start.identifier.store(Int32(oq_thread_id()), ordering: .releasing)
        start.known.signal()
        body()
      })
    var handle = pthread_t()
    let status = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    precondition(status == 0, "pthread_create failed with \(status)")
    self.handle = handle
    start.known.wait()
    identifier = start.identifier.load(ordering: .acquiring)
  }

  func join() {
    pthread_join(handle, nil)
  }

  private final class Start: Sendable {
    let identifier = Atomic<Int32>(0)
    let known = DispatchSemaphore(value: 0)
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
