/// A value for each of some lanes, found without hashing where lanes are as few as in any correct
/// run.
struct LaneTable<Value> {
  // By number; the setup lane comes first.
  private var clients: [Value?] = []
  // By operation, a few callbacks each; more are in the dictionary.
  private var callbacks: [[(callback: Callback, value: Value)]]
  private var others: [Lane: Value] = [:]
  private let few = 8
  private let manyClients = 1024

  /// An empty table.
  ///
  /// - Parameter operations: how many operations are declared.
  init(operations: Int) { callbacks = Array(repeating: [], count: operations) }

  /// The value of a lane.
  ///
  /// - Complexity: O(1).
  subscript(_ lane: Lane) -> Value? {
    get {
      switch lane {
      case .setup: return clients.first ?? nil
      case .client(let number):
        if number < clients.count { return clients[number] }
      case .callback(let callback):
        for entry in callbacks[callback.operation.index] where entry.callback == callback {
          return entry.value
        }
      }
      return others.isEmpty ? nil : others[lane]
    }
    set {
      switch lane {
      case .setup: setClient(0, newValue)
      case .client(let number):
        if number < manyClients { setClient(number, newValue) } else { others[lane] = newValue }
      case .callback(let callback): setCallback(callback, newValue)
      }
    }
  }

  /// Takes the value of a lane out.
  mutating func remove(_ lane: Lane) -> Value? {
    guard let value = self[lane] else { return nil }
    self[lane] = nil
    return value
  }

  private mutating func setClient(_ number: Int, _ value: Value?) {
    while clients.count <= number { clients.append(nil) }
    clients[number] = value
  }

  private mutating func setCallback(_ callback: Callback, _ value: Value?) {
    let operation = callback.operation.index
    let position = callbacks[operation].firstIndex { $0.callback == callback }
    switch (position, value) {
    case (let position?, let value?): callbacks[operation][position].value = value
    case (let position?, nil): callbacks[operation].remove(at: position)
    case (nil, let value?) where callbacks[operation].count < few:
      if others[.callback(callback)] != nil {
        others[.callback(callback)] = value
      } else {
        callbacks[operation].append((callback, value))
      }
    case (nil, _): others[.callback(callback)] = value
    }
  }
}
