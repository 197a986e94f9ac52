import Foundation
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

@Suite struct `Places that were fruitful` {
  private func point(_ caller: String, _ occurrence: Int = 1) -> SubjectPoint {
    SubjectPoint(.client(1), .call(0), .mutexUnlock, caller: caller, occurrence: occurrence)
  }

  private func found(_ callers: String...) throws -> Finding {
    let program = try program(healthy)
    var finding = Finding(
      .crash, kind: .crash, Counterexample("", events: []), program: program,
      history: History(of: program, events: []), seed: 1, index: 0)
    finding.pins = Pins([], holding: callers.map { Hold(at: point($0)) })
    return finding
  }

  @Test func `come first, and nothing is left out`() throws {
    var fruitful = FruitfulPoints()
    let points = [point("a"), point("b"), point("c"), point("b", 2)]
    #expect(fruitful.ordered(points) == points)
    fruitful.add(try found("b", "c"))
    fruitful.add(try found("c"))
    #expect(fruitful.ordered(points) == [points[2], points[1], points[3], points[0]])
  }

  @Test func `are kept with the findings, for each subject apart`() throws {
    let path = NSTemporaryDirectory() + "points-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let one = FindingsFolder(path: path, subject: "exec:x y", profile: .core)
    let other = FindingsFolder(path: path, subject: "foundation", profile: .core)
    try one.keepPoints(of: [])
    #expect(!FileManager.default.fileExists(atPath: path))
    try one.keepPoints(of: [try found("f"), try found("f")])
    try other.keepPoints(of: [try found("g")])
    try one.keepPoints(of: [try found("h")])
    #expect(one.fruitfulPoints.counts.map(\.key.caller).sorted() == ["f", "h"])
    #expect(one.fruitfulPoints.counts.map(\.value).sorted() == [1, 2])
    #expect(other.fruitfulPoints.counts.map(\.key.caller) == ["g"])
    let file = try String(contentsOfFile: one.full("points.txt"), encoding: .utf8)
    #expect(
      file == """
        exec:x_y pthread_mutex_unlock f 2
        exec:x_y pthread_mutex_unlock h 1
        foundation pthread_mutex_unlock g 1

        """)
    let (read, others) = FruitfulPoints.read("nonsense\n" + file, of: "foundation")
    #expect(read.counts.count == 1 && !others.contains("nonsense"))
  }
}
