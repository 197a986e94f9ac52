import OQHistory
import Testing

import OQDriver

/// Work that ends by itself, while every thread may be seen asleep.
@Suite struct LongWorkTests {
  @Test func `is known to go on until it has ended`() throws {
    let board = Board(try Program(parsing: "oqprogram 1 long-work\nop a\n"))
    #expect(!board.isWorking)
    board.work {
      #expect(board.isWorking)
      board.work { #expect(board.isWorking) }
      #expect(board.isWorking)
    }
    #expect(!board.isWorking)
  }

  @Test func `ends at once when nobody wants it`() {
    var questions = 0
    LongWork.goOn {
      questions += 1
      return questions < 3
    }
    #expect(questions == 3)
  }
}
