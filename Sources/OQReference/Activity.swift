/// What the calling thread is running for a world.
struct Activity: Sendable {
  /// The world, by its engine.
  let engine: ObjectIdentifier
  /// The operation whose body or completion block runs.
  let operation: OperationID
  /// Whether it is a body or a completion block.
  let origin: Origin

  /// The innermost activity of the calling thread.
  @TaskLocal static var current: Activity?
}
