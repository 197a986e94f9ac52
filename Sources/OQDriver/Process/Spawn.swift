import OQSystem

#if canImport(Darwin)
  import Darwin

  private typealias FileActions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
#else
  import Glibc

  private typealias FileActions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
#endif

/// Starts a program in a process group of its own.
///
/// - Parameter request: What to start.
/// - Returns: The process' identifier.
/// - Throws: `SystemError`.
func spawn(_ request: ProcessRequest) throws(SystemError) -> pid_t {
  // Copies above all targets, so that no step below overwrites the source of a later one.
  let firstFree = Int32(3 + request.descriptors.count)
  var plan = SpawnPlan(firstFree: firstFree)
  let streams = [request.streams.input, request.streams.output, request.streams.error]
  for (target, stream) in streams.enumerated() {
    try plan.add(stream, as: Int32(target))
  }
  for (index, number) in request.descriptors.enumerated() {
    try plan.add(.descriptor(number), as: Int32(3 + index))
  }
  return try plan.start(request)
}

/// The steps between fork and exec, and the copies of descriptors that they need.
private struct SpawnPlan: ~Copyable {
  private var actions = emptyActions()
  private var copies: [Int32] = []
  private let firstFree: Int32

  init(firstFree: Int32) {
    self.firstFree = firstFree
    posix_spawn_file_actions_init(&actions)
  }

  deinit {
    for copy in copies { _ = close(copy) }
    var actions = actions
    posix_spawn_file_actions_destroy(&actions)
  }

  /// Makes a stream the descriptor `target` of the program.
  mutating func add(_ stream: ProcessRequest.Stream, as target: Int32) throws(SystemError) {
    switch stream {
    case .null:
      posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
    case .inherited:
      try add(.descriptor(target), as: target)
    case .descriptor(let source):
      let copy = try OwnedDescriptor.copy(of: source, atLeast: firstFree).release()
      copies.append(copy)
      posix_spawn_file_actions_adddup2(&actions, copy, target)
    }
  }

  /// Starts the program of a request.
  mutating func start(_ request: ProcessRequest) throws(SystemError) -> pid_t {
    var attributes = emptyAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      oq_close_from(&actions, firstFree)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = [request.executable] + request.arguments
    let environment = request.environment.withoutBacktraces.lines
    var identifier: pid_t = 0
    let code = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(
          &identifier, request.executable, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemError("posix_spawn", code: code) }
    return identifier
  }
}

private func emptyActions() -> FileActions {
  #if canImport(Darwin)
    nil
  #else
    FileActions()
  #endif
}

private func emptyAttributes() -> Attributes {
  #if canImport(Darwin)
    nil
  #else
    Attributes()
  #endif
}

/// Lends strings as a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let array = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  array.initialize(repeating: nil)
  for (index, string) in strings.enumerated() { array[index] = strdup(string) }
  defer {
    for string in array { free(string) }
    array.deallocate()
  }
  guard let start = array.baseAddress else { preconditionFailure("an empty allocation") }
  return body(start)
}
