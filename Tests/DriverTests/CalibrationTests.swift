import OQDriver
import Testing

struct CalibrationTests {
  @Test func `what was done once can be done`() {
    var shown = [
      Calibration(oneQueue: 1, twoQueues: 1, delay: 300),
      Calibration(oneQueue: 2, twoQueues: 1, delay: 100),
      Calibration(oneQueue: 1, twoQueues: 2, delay: 200),
      Calibration(oneQueue: 2, twoQueues: 2, delay: 900),
    ][...]
    let best = Calibration(bestOf: 5) { shown.removeFirst() }
    #expect(best == Calibration(oneQueue: 2, twoQueues: 2, delay: 300))
    #expect(best.bodies == 2)
    // Nothing is left to be shown.
    #expect(shown.count == 1)
  }

  @Test func `what never begins a second body is asked so often`() {
    var count = 0
    let best = Calibration(bestOf: 5) {
      count += 1
      return Calibration(oneQueue: 1, twoQueues: 2, delay: 0)
    }
    #expect(count == 5)
    #expect(best.bodies == 1)
  }
}
