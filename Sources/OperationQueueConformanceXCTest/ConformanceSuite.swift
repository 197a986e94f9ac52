#if canImport(XCTest)
  import Foundation
  import OperationQueueConformance
  import XCTest

  extension Conformance {
    /// Checks an implementation in a test method of XCTest; each rule is a test case of its own in
    /// the output.
    ///
    /// ```swift
    /// final class ToyTests: XCTestCase {
    ///   func testConformance() throws { try Conformance.runTests(of: ToyAdapter.self) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - adapter: says how the implementation is used.
    ///   - options: how many programs, which rules, and so on.
    /// - Throws: how many cases failed, if any did, so that the method which called this fails too.
    public static func runTests(
      of adapter: any QueueAdapter.Type, _ options: ConformanceOptions = ConformanceOptions()
    ) throws {
      try run(rules(of: adapter, options), of: adapter.name)
    }

    /// Checks a class of operations in a test method of XCTest; each rule is a test case of its own
    /// in the output.
    ///
    /// - Parameters:
    ///   - adapter: says how operations of the class are made.
    ///   - options: how many programs, which rules, and so on.
    /// - Throws: how many cases failed, if any did, so that the method which called this fails too.
    public static func runTests(
      of adapter: any OperationClassAdapter.Type,
      _ options: ConformanceOptions = ConformanceOptions()
    ) throws {
      try run(rules(of: adapter, options), of: "class:\(adapter.name)")
    }

    private static func run(_ cases: [ConformanceRule], of name: String) throws {
      let results = Waiting.results(of: cases)
      run(zip(cases, results).map { ($0, $1) }, name: "Conformance of \(name)")
      let failed = results.count { $0 != nil }
      guard failed == 0 else { throw FailedCases(failed: failed, all: cases.count) }
    }

    #if canImport(Darwin)
      private static func run(
        _ results: [(rule: ConformanceRule, failure: (any Error)?)], name: String
      ) {
        for (rule, failure) in results {
          // Test methods that do not wait run on the main thread.
          MainActor.assumeIsolated {
            XCTContext.runActivity(named: rule.description) { _ in
              if let failure { XCTFail("\(failure)") }
            }
          }
        }
      }
    #else
      // There are no activities: a suite within the running test is reported like any other.
      private static func run(
        _ results: [(rule: ConformanceRule, failure: (any Error)?)], name: String
      ) {
        let suite = XCTestSuite(name: name)
        for (rule, failure) in results {
          suite.addTest(
            RuleCase(name: rule.id) { _ in
              if let failure { throw failure }
            })
        }
        suite.run()
      }
    #endif
  }

  #if !canImport(Darwin)
    /// The test case of one rule.
    private final class RuleCase: XCTestCase {}
  #endif

  /// How many test cases failed.
  private struct FailedCases: Error, CustomStringConvertible {
    let failed: Int
    let all: Int

    var description: String { "\(failed) of \(all) cases failed" }
  }

  /// Waits on the calling thread, as a test method without `async` does.
  private enum Waiting {
    /// Why each case fails; nil for those that pass.
    static func results(of cases: [ConformanceRule]) -> [(any Error)?] {
      let done = DispatchSemaphore(value: 0)
      let box = Box()
      Task.detached {
        for one in cases {
          do {
            try await one.check()
            box.add(nil)
          } catch {
            // XCTest knows no expected failures on every system.
            box.add(await one.isExpected ? nil : error)
          }
        }
        done.signal()
      }
      done.wait()
      return box.results
    }
  }

  // Safety: the lock guards the only variable.
  private final class Box: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [(any Error)?] = []

    func add(_ failure: (any Error)?) { lock.withLock { all.append(failure) } }

    var results: [(any Error)?] { lock.withLock { all } }
  }
#endif
