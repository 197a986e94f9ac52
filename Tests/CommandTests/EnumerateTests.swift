import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 5)) struct EnumerateTests {
  @Test func `enumerate: the reference queue has only outcomes of the model`() async throws {
    let ending = try await Command.run(
      "enumerate", "reference", "--operations", "2", "--runs", "4", in: try Folder())
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("outcomes allowed"))
  }

  @Test func `enumerate: the model itself has them, too`() async throws {
    let ending = try await Command.run(
      "enumerate", "model", "--operations", "1", "--runs", "20", in: try Folder())
    #expect(ending.status == 0 || ending.status == 2, "\(ending.output)\(ending.errors)")
    #expect(!ending.output.contains("the model never has"))
  }

  @Test func `enumerate: a broken queue has others`() async throws {
    let ending = try await Command.run(
      "enumerate", "mutant:priority-reversed", "--operations", "2", "--runs", "2",
      in: try Folder())
    #expect(ending.status == 1, "\(ending.output.suffix(2000))\(ending.errors)")
    #expect(ending.output.contains("A run with an outcome that the model never has:"))
  }

  @Test func `enumerate: numbers of operations have bounds`() async throws {
    let ending = try await Command.run(
      "enumerate", "reference", "--operations", "5", in: try Folder())
    #expect(ending.status == 64)
  }
}
