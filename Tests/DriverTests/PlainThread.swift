import Glibc

/// A thread that runs one closure, for tests that must not use a pool.
final class PlainThread {
  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
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
  }

  func join() {
    pthread_join(handle, nil)
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
