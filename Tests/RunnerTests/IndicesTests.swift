import OQRunner
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
}
