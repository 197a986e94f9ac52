import OQHistory
import Synchronization

/// The objects of one session by the handles of the program.
///
/// The lock covers the look-up only, never a call on the subject, so that it orders nothing there.
package final class ObjectTable<Object: Sendable>: Sendable {
  private let objects = Mutex<[Object?]>([])

  /// A table without objects.
  package init() {}

  /// Keeps an object under a position, from 0.
  ///
  /// - Parameters:
  ///   - object: what is kept; nil where there is none.
  ///   - index: the position.
  package func append(_ object: Object?, at index: Int) {
    objects.withLock { table in
      while table.count <= index { table.append(nil) }
      table[index] = object
    }
  }

  /// The object at a position.
  ///
  /// - Parameter index: the position.
  /// - Returns: nil for one that was not made or is dropped, which no program names.
  package subscript(_ index: Int) -> Object? {
    objects.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// The position of the first object that is kept and meets a condition.
  ///
  /// - Parameter condition: asked under the lock; it must not call the subject.
  /// - Returns: nil where none does.
  /// - Complexity: O(objects).
  package func firstIndex(where condition: (Object) -> Bool) -> Int? {
    objects.withLock { $0.firstIndex { $0.map(condition) ?? false } }
  }

  /// Lets go of an object, which may be the last reference to it: outside the lock, because
  /// its end may run client code.
  ///
  /// - Parameter index: the position.
  package func drop(_ index: Int) {
    let object = objects.withLock { table -> Object? in
      guard table.indices.contains(index) else { return nil }
      defer { table[index] = nil }
      return table[index]
    }
    _ = object
  }
}

/// The program's numbers of objects that the subject names in its own way.
final class NumberTable<Name: Hashable & Sendable>: Sendable {
  // Looked up only, never iterated.
  private let numbers = Mutex<[Name: Int]>([:])

  init() {}

  /// Remembers the program's number of an object.
  func note(_ name: Name, _ number: Int) { numbers.withLock { $0[name] = number } }

  /// The program's number of an object, nil for one that the program cannot name.
  subscript(_ name: Name) -> Int? { numbers.withLock { $0[name] } }
}
