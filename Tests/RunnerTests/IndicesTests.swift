import OQRunner
import Synchronization
import Testing

@Suite struct `Indices of a campaign` {
  @Test func `nobody knows which programs ended where none are followed`() {
    let indices = Indices(programs: 4)
    _ = indices.next()
    _ = indices.next()
    #expect(indices.areClosed(before: 2))
  }

  @Test func `tell which programs have ended where they are followed`() {
    let indices = Indices(programs: 4)
    indices.follow()
    #expect(!indices.areClosed(before: 1))
    #expect(indices.next() == 0)
    #expect(indices.next() == 1)
    #expect(indices.upcoming == 2)
    #expect(!indices.areClosed(before: 2))
    indices.close(1)
    #expect(!indices.areClosed(before: 2))
    indices.close(0)
    #expect(indices.areClosed(before: 2))
    #expect(!indices.areClosed(before: 3))
  }

  @Test func `hold none back where they are only followed`() {
    let indices = Indices(programs: 3)
    indices.follow()
    for index in 0..<3 { #expect(indices.next() == UInt64(index)) }
    #expect(!indices.isPaused)
    #expect(indices.next() == nil)
  }

  @Test func `are held back from a mark on, until there is another one`() {
    let indices = Indices(programs: 4)
    indices.pause(at: 1)
    #expect(indices.next() == 0)
    #expect(indices.next() == nil)
    #expect(indices.isPaused)
    #expect(!indices.areOver)
    indices.pause(at: 2)
    #expect(indices.next() == 1)
  }

  @Test func `are over where all were handed out, and where somebody stops them`() {
    let few = Indices(programs: 1)
    _ = few.next()
    #expect(few.areOver)
    let chosen = Indices(chosen: [7])
    #expect(!chosen.areOver)
    _ = chosen.next()
    #expect(chosen.areOver)
    let endless = Indices()
    _ = endless.next()
    #expect(!endless.areOver)
    endless.stop()
    #expect(endless.areOver)
  }

  @Test func `that lie far ahead come one at a time, in a part of the time`() {
    let begun = ContinuousClock.now
    let seconds = Mutex(0.0)
    let indices = Indices(
      ahead: [5, 40, 50], now: { begun + .seconds(seconds.withLock(\.self)) })
    func next(at time: Double) -> UInt64? {
      seconds.withLock { $0 = time }
      return indices.next()
    }
    func close(_ index: UInt64, at time: Double) {
      seconds.withLock { $0 = time }
      indices.close(index)
    }
    #expect(next(at: 0) == 0)
    #expect(next(at: 1.9) == 1)
    #expect(next(at: 2.5) == 5)
    // Another one runs, and then one has taken 1 s: two of them fit into 20 s.
    #expect(next(at: 3) == 2)
    close(5, at: 3.5)
    #expect(next(at: 19) == 3)
    #expect(next(at: 20.5) == 40)
    close(40, at: 21)
    // What was handed out before its turn is passed over.
    #expect(next(at: 21) == 4)
    #expect(next(at: 21) == 6)
    #expect(next(at: 22) == 7)
    #expect(next(at: 23) == 50)
    close(50, at: 24)
    #expect(next(at: 1_000) == 8)
  }

  @Test func `that lie ahead of others come in their turn where there is no time before`() {
    let begun = ContinuousClock.now
    let indices = Indices(programs: 4, ahead: [2], now: { begun })
    #expect((0..<4).map { _ in indices.next() } == [0, 1, 2, 3])
    #expect(indices.next() == nil)
  }
}
