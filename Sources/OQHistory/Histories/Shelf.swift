import Synchronization

/// Where the checkers of one history keep what several of them ask for, so that it is found once.
///
/// What stands here may refer to the index that refers to the shelf: whoever puts a shelf into an
/// index clears it in the end.
package final class Shelf: Sendable {
  private final class Box<Fact: Sendable>: Sendable {
    let fact: Fact
    init(_ fact: Fact) { self.fact = fact }
  }

  private let boxes = Mutex<[(any AnyObject & Sendable)?]>([])

  /// An empty shelf.
  package init() {}

  /// A fact, found when it is first asked for.
  ///
  /// Two threads that ask at once may both find it.
  ///
  /// - Parameters:
  ///   - place: the place of the fact, from 0; always of the same type.
  ///   - find: finds it; it may ask for other facts.
  /// - Returns: the fact.
  package func fact<Fact: Sendable>(_ place: Int, _ find: () -> Fact) -> Fact {
    let box = boxes.withLock { place < $0.count ? $0[place] : nil }
    if let box = box as? Box<Fact> { return box.fact }
    let fact = find()
    let new = Box(fact)
    boxes.withLock { boxes in
      while boxes.count <= place { boxes.append(nil) }
      boxes[place] = new
    }
    return fact
  }

  /// Takes everything from the shelf.
  package func clear() {
    // What falls may be large: it falls outside the lock.
    let old = boxes.withLock { boxes in
      let old = boxes
      boxes = []
      return old
    }
    withExtendedLifetime(old) {}
  }
}
