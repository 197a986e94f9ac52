import Foundation
import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQWire
import TestSupport
import Testing

/// Points in the process of an adapter: the C++ template over a toy queue with a window.
@Suite(
  .waiting, .enabled(if: AdapterTemplate.cpp.isInstalled, "g++ is not installed"),
  .limit(minutes: 5))
struct `A library that is loaded into an adapter` {
  private static let race = """
    queue q limit=1
    op a
    op b
    client 1
      add q a
      until end a
      add q b
      until end b
    """

  /// The toy queue, which looks for waiting operations before it frees the slot.
  private func racing(in folder: URL) throws -> [String] {
    let original = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Adapters/cpp")
    try FileManager.default.copyItem(at: original, to: folder)
    let file = folder.appending(path: "toyqueue.hpp")
    let text = try String(contentsOf: file, encoding: .utf8)
    let old = "      queue->running--;\n    });\n"
    #expect(text.contains(old))
    let new = """
          });
          bool waits;
          {
            std::lock_guard guard(lock);
            waits = !queue->operations.empty();
          }
          if (waits) {
            change([&] { queue->running--; });
          } else {
            std::lock_guard guard(lock);
            queue->running--;
          }

      """
    try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    let binary = folder.appending(path: "adapter").path
    try AdapterTemplate.buildCpp(folder.appending(path: "adapter.cpp"), binary)
    return [binary]
  }

  private func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "preload-\(UUID().uuidString)")
  }

  @Test func `shows a race by a scan, and every time by its pin`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = try adapterOptions(racing(in: folder))
    options.preload = try PreloadLibrary()
    let executor = WireExecutor(options)
    defer { executor.shutDown() }
    let race = try program(Self.race)
    let judge = try Judge.all()
    let outcome = try Scanner(executor: executor, judge: judge) { true }
      .scan(race, rounds: 2)
    #expect(outcome.points.contains { $0.lane == .client(1) && $0.span == .call(2) })
    #expect(outcome.points.contains { $0.lane.callback != nil && $0.span == .after })
    // A lane that stands with the lock may lose it to another one; behind the unlock it cannot.
    let showing = try #require(
      outcome.showings.first { $0.holds[0].point.function == .mutexUnlock }, "\(outcome)")
    #expect(showing.holds[0].point.span == .after)
    let pins = Pins([], holding: showing.holds)
    for _ in 0..<10 {
      let run = try executor.executeQuickly(race, TrialMode(following: pins))
      #expect(run.points?.held == 1)
      // The thread of the pool stands in the toy queue: there is code that has led there.
      #expect(run.points?.traces[0]?.isEmpty == false)
      #expect(!judge.judge(run.history).violations.isEmpty, "\(run.history.text)")
    }
    // Without a hold the window stays shut, nearly always; the process is not harmed.
    #expect(try executor.executeQuickly(race, TrialMode(points: .counted)).points != nil)
  }

  @Test(.enabled(if: ToyAdapter.isInstalled, "python3 is not installed"))
  func `sees nothing where the adapter does not say what its threads do`() throws {
    var options = try adapterOptions(ToyAdapter.words())
    options.preload = try PreloadLibrary()
    let executor = WireExecutor(options)
    defer { executor.shutDown() }
    let run = try executor.executeQuickly(
      try program(Self.race), TrialMode(points: .counted))
    #expect(run.points == nil)
    let process = try options.start()
    defer { process.process.end() }
    #expect(process.process.points?.blindness == .notTold)
  }

  @Test func `is not there without a compiler`() {
    #expect(throws: PreloadLibrary.Fault.self) { try PreloadLibrary(compiler: "no-such-compiler") }
    #expect(throws: PreloadLibrary.Fault.self) { try PreloadLibrary(compiler: "false") }
  }
}
