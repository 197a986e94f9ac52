import Foundation
import OQPrograms
import Testing

/// The golden vectors that `Spec/Programs.md` gives to writers of other languages.
@Suite struct SeedDocumentTests {
  @Test func `the documented vectors are those of the generator`() throws {
    let vectors = try vectors()
    #expect(vectors.count >= 10)
    for vector in vectors {
      let state = mix(vector.seed, vector.index)
      var generator = SplitMix64(seed: state)
      #expect(state == vector.mixed)
      #expect(generator.next() == vector.first)
    }
  }

  private struct Vector {
    let seed: UInt64
    let index: UInt64
    let mixed: UInt64
    let first: UInt64
  }

  private func vectors() throws -> [Vector] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Spec/Programs.md"), encoding: .utf8)
    let lines = page.split(separator: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| seed | index |") })
    return try lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      func hexadecimal(_ cell: String) -> UInt64? { UInt64(cell.dropFirst(2), radix: 16) }
      return Vector(
        seed: try #require(hexadecimal(cells[0])), index: try #require(UInt64(cells[1])),
        mixed: try #require(hexadecimal(cells[2])), first: try #require(hexadecimal(cells[3])))
    }
  }
}
