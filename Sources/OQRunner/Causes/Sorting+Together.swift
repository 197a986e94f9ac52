import OQReport
import Synchronization

/// Work on several findings at once: runs of what shows seldom, or stands still, wait more than
/// they work.
extension Sorting {
  /// Findings that are worked on at once.
  private static let mostAtOnce = 8

  /// What the threads share that work on findings.
  // Safety: nobody changes either value meanwhile. Judge, request and folder are read, the listener
  // is called under a lock, and each thread has an executor of its own.
  private struct Shared: @unchecked Sendable {
    let sorting: Sorting
    let bench: Bench
  }

  /// Works on several findings at once, as long as there is time; one after the other where the
  /// subject allows for no further processes.
  ///
  /// - Parameters:
  ///   - works: what is worked on, the most important first.
  ///   - bench: runs programs; each piece of work has a part of its time.
  ///   - blame: what a piece of work is about.
  ///   - body: does one, with the bench of its thread.
  /// - Returns: what came of them, in no order that means anything; nothing of what came to
  ///   nothing, and of what there was no time for.
  /// - Throws: what the first of them threw.
  func together<Work: Sendable, Answer: Sendable>(
    _ works: [Work], _ bench: Bench, of blame: @escaping @Sendable (Work) -> Finding.Blame,
    _ body: @escaping @Sendable (Sorting, Work, Bench) throws -> Answer?
  ) throws -> [Answer] {
    let executors = try executor.divided(into: min(works.count, Sorting.mostAtOnce))
    let next = Mutex(0)
    let shared = Shared(sorting: self, bench: bench)
    let count = executors.count
    return try executors.concurrently { _, executor in
      let (sorting, bench) = (shared.sorting, shared.bench)
      var answers: [Answer] = []
      while bench.hasTime {
        let position = next.withLock { next in
          defer { next += 1 }
          if next < works.count {
            sorting.listener.confirms(blame(works[next]), next + 1, works.count)
          }
          return next
        }
        guard position < works.count else { break }
        var own = bench
        own.executor = executor
        own.waiting += (works.count - position + count - 1) / count - 1
        if let answer = try body(sorting, works[position], own) { answers.append(answer) }
      }
      return answers
    }.flatMap(\.self)
  }
}
