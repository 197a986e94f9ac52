import Synchronization

/// A place for each of several answers, which different threads fill.
final class Slots<Answer: Sendable>: Sendable {
  private let answers: Mutex<[Answer?]>

  /// Places without answers.
  ///
  /// - Parameter count: how many there are.
  init(_ count: Int) { answers = Mutex(Array(repeating: nil, count: count)) }

  /// Fills a place.
  func fill(_ position: Int, with answer: Answer) { answers.withLock { $0[position] = answer } }

  /// The answers, in the order of their places.
  var all: [Answer] { answers.withLock { $0.compactMap(\.self) } }
}
