import OQRunner
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How long a campaign waits for programs that take their time.
@Suite struct WatchTests {
  @Test func `waits for a bounded time after the budget`() {
    let begun = ContinuousClock.now
    let watch = Watch(budget: .milliseconds(20), stops: nil, patience: .milliseconds(200)) {}
    while watch.hasTime { usleep(1_000) }
    #expect(ContinuousClock.now - begun >= .milliseconds(220))
  }

  @Test func `counts no time in which it pauses`() {
    let begun = ContinuousClock.now
    let watch = Watch(budget: .milliseconds(20), stops: nil, patience: .zero) {}
    watch.pause()
    usleep(100_000)
    watch.goOn()
    while watch.hasTime { usleep(1_000) }
    #expect(ContinuousClock.now - begun >= .milliseconds(120))
  }

  @Test func `waits without end where there is no budget`() {
    let watch = Watch(budget: nil, stops: nil) {}
    usleep(50_000)
    #expect(watch.hasTime)
    watch.cancel()
  }
}
