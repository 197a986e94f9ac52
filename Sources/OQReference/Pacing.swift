import Synchronization

/// How far apart in time a world performs what it is free to delay: before a dispatched operation
/// starts, before each step of a finish, and before a barrier.
///
/// All of them are correct. The slow ones exist to show that nobody mistakes a slow queue for a
/// broken one.
package enum Pacing: Sendable {
  /// At once.
  case prompt
  /// After a sleep.
  case sleep(Delay)
  /// After a wait for a condition that ends by its time limit.
  case timedWait(Delay)
  /// After a wait without a time limit, ended by a thread that watches a timer of the kernel.
  case timer(Delay)
  /// At once, by a pool that starts with two threads and gains one per interval.
  case gradualPool(everyNanoseconds: Int = 1_000_000_000)
  /// After a loop that looks at the clock every two milliseconds.
  case polling(Delay)

  /// How long a delay is.
  package struct Delay: Sendable {
    /// The longest delay, in nanoseconds.
    package let maximum: Int
    /// Where the delays are drawn from.
    package let seed: UInt64

    /// Delays from none to a maximum: every second one is none, and short ones are more frequent.
    ///
    /// - Parameters:
    ///   - maximum: in nanoseconds.
    ///   - seed: the same seed gives the same sequence of delays.
    package init(maximum: Int = 3_000_000_000, seed: UInt64 = 1) {
      self.maximum = maximum
      self.seed = seed
    }

    /// The delay with a number.
    ///
    /// - Parameter number: from 0.
    /// - Returns: nanoseconds from 0 to `maximum`.
    package func draw(_ number: UInt64) -> Int {
      // SplitMix64: a bijection of the counter whose bits look independent.
      var z = seed &+ (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      z ^= z >> 31
      guard z & 1 == 1 else { return 0 }
      let share = Double(z >> 11) / Double(1 << 53)
      return Int(Double(maximum) * share * share * share)
    }
  }

  /// How the pool of a world with this pacing grows.
  package var growth: PoolGrowth {
    switch self {
    case .gradualPool(let interval): .gradual(first: 2, everyNanoseconds: interval)
    default: .immediate
    }
  }

  /// The delays; nil where there are none.
  var delay: Delay? {
    switch self {
    case .prompt, .gradualPool: nil
    case .sleep(let delay), .timedWait(let delay), .timer(let delay), .polling(let delay): delay
    }
  }
}

/// Delays the threads of a world as its pacing says.
final class Pacer: Sendable {
  private let pacing: Pacing
  private let timer: KernelTimer?
  private let drawn = Atomic<UInt64>(0)

  init(_ pacing: Pacing) {
    self.pacing = pacing
    if case .timer = pacing { timer = KernelTimer() } else { timer = nil }
  }

  /// Whether there are delays at all.
  var isSlow: Bool { pacing.delay != nil }

  /// Delays the calling thread, which holds no lock.
  func pause() {
    guard let delay = pacing.delay else { return }
    let number = drawn.wrappingAdd(1, ordering: .relaxed).oldValue
    let nanoseconds = delay.draw(number)
    guard nanoseconds > 0 else { return }
    switch pacing {
    case .timedWait: waitForNothing(nanoseconds)
    case .polling: poll(nanoseconds)
    case .timer:
      timer?.pause(nanoseconds: nanoseconds)
    case .sleep, .prompt, .gradualPool: Thread.sleep(nanoseconds: nanoseconds)
    }
  }

  /// Waits for a condition that nobody signals, until its time limit.
  private func waitForNothing(_ nanoseconds: Int) {
    let due = Clock.now + nanoseconds
    let waitingLock = WaitingLock()
    waitingLock.lock()
    while case let left = due - Clock.now, left > 0 { waitingLock.wait(nanoseconds: left) }
    waitingLock.unlock()
  }

  /// Looks at the clock again and again.
  private func poll(_ nanoseconds: Int) {
    let due = Clock.now + nanoseconds
    while Clock.now < due { Thread.sleep(nanoseconds: 2_000_000) }
  }
}
