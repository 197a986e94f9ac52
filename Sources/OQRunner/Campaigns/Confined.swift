/// Hands something to the one thread that uses it.
// Safety: the value is used by that thread only, until whoever made the thread has waited for it.
struct Confined<Value>: @unchecked Sendable {
  /// What is handed over.
  let value: Value

  /// Hands something over.
  init(_ value: Value) { self.value = value }
}
