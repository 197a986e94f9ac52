import Foundation
import OQAdapters
import OQSpecification
import TestSupport
import Testing

import OQKit

@Suite(.waiting, .limit(minutes: 3)) struct `An adapter` {
  @Test func `over a full queue takes at most 80 lines`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appending(path: "FoundationAdapter.swift"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 80)
  }

  @Test(arguments: QueueCapability.allCases)
  func `declares capabilities of the specification`(_ capability: QueueCapability) {
    #expect(capability.inSpecification?.rawValue == capability.rawValue)
  }

  @Test func `that cannot be found by name is refused, with what to do`() throws {
    struct LocalAdapter: BareAdapter { static let name = "local" }
    for adapter in [LocalAdapter.self, HiddenAdapter.self] as [any QueueAdapter.Type] {
      let error = #expect(throws: AdapterTypeError.self) { try AdapterTypes.subject(of: adapter) }
      #expect(error == .notFoundByName(String(reflecting: adapter)))
      #expect("\(try #require(error))".contains("outside functions, and neither private nor"))
      let rules = Conformance.rules(of: adapter)
      #expect(rules.map(\.id) == ["adapter"])
    }
  }

  @Test func `with a malformed name is refused`() {
    for adapter in [Shouting.self, Nameless.self, Numbered.self] as [any QueueAdapter.Type] {
      let expected = AdapterTypeError.malformedName(adapter.name, of: String(reflecting: adapter))
      #expect(throws: expected) {
        try AdapterTypes.subject(of: adapter)
      }
    }
  }

  @Test func `with the name of another is refused`() throws {
    let two: [any QueueAdapter.Type] = [FoundationAdapter.self, Namesake.self]
    #expect(throws: AdapterTypeError.repeatedName("foundation-adapter")) {
      try AdapterTypes.subjects(of: two)
    }
    #expect(try AdapterTypes.subjects(of: [FoundationAdapter.self]).count == 1)
  }

  @Test func `is found again by its name`() throws {
    let subject = try AdapterTypes.subject(of: FoundationAdapter.self)
    #expect(subject.workerName.hasPrefix("adapter:"))
    let again = try #require(AdapterTypes.subject(named: subject.workerName))
    #expect(again.description == subject.description)
    #expect(AdapterTypes.subject(named: "foundation") == nil)
    #expect(AdapterTypes.subject(named: "adapter:Si") == nil)
    #expect(AdapterTypes.subject(named: "adapter:") == nil)
  }
}

/// The least that compiles.
protocol BareAdapter: QueueAdapter where AdaptedOperation == Nothing {
  associatedtype AdaptedQueue = NoQueue
}

/// An object that can do nothing.
final class Nothing: Sendable {}

/// A queue that can do nothing.
final class NoQueue: Sendable {}

extension BareAdapter where AdaptedQueue == NoQueue {
  func makeQueue() -> NoQueue { NoQueue() }
}

extension BareAdapter {
  func add(_ operation: Nothing, to queue: AdaptedQueue) {}
  func add(_ block: @escaping Block, to queue: AdaptedQueue) {}
  func setSuspended(_ isSuspended: Bool, of queue: AdaptedQueue) {}
  func isSuspended(_ queue: AdaptedQueue) -> Bool { false }
  func setLimit(_ limit: Int, of queue: AdaptedQueue) {}
  func limit(of queue: AdaptedQueue) -> Int { -1 }
  func cancelAll(in queue: AdaptedQueue) {}
  func makeOperation(_ block: @escaping Block) -> Nothing { Nothing() }
  func addDependency(_ other: Nothing, to operation: Nothing) {}
  func removeDependency(_ other: Nothing, from operation: Nothing) {}
  func dependencies(of operation: Nothing) -> [Nothing] { [] }
  func cancel(_ operation: Nothing) {}
  func isReady(_ operation: Nothing) -> Bool { false }
  func isExecuting(_ operation: Nothing) -> Bool { false }
  func isFinished(_ operation: Nothing) -> Bool { false }
  func isCancelled(_ operation: Nothing) -> Bool { false }
  func isAsynchronous(_ operation: Nothing) -> Bool { false }
}

private struct HiddenAdapter: BareAdapter { static let name = "hidden" }
struct Namesake: BareAdapter { static let name = "foundation-adapter" }
struct Shouting: BareAdapter { static let name = "Shouting" }
struct Nameless: BareAdapter { static let name = "" }
struct Numbered: BareAdapter { static let name = "7-queues" }
