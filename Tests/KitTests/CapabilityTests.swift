import OQAdapters
import OQContracts
import OQDriver
import OQHistory
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

import OQKit

/// What adapters can offer beyond queues, operations and blocks.
@Suite(.waiting, .limit(minutes: 5)) struct `A capability of an adapter` {
  private static let boasts: [any QueueAdapter.Type] = [
    BoastingAdapter<BoastOfObservers>.self, BoastingAdapter<BoastOfQuality>.self,
    BoastingAdapter<BoastOfProgress>.self, BoastingAdapter<BoastOfThreadPriority>.self,
    BoastingAdapter<BoastOfInvocation>.self, BoastingAdapter<BoastOfExceptions>.self,
    BoastingAdapter<BoastOfMainQueue>.self, BoastingAdapter<BoastOfUnderlyingQueue>.self,
  ]

  /// Verbs that only these capabilities need.
  private static func verbs(_ capability: Capability) -> [Verb] {
    Verb.allCases.filter { $0.entry.needs == [capability] }
  }

  @Test func `is missing only where the dispatch library or the compiler is judged`() {
    let offered = QueueCapability.allCases.compactMap(\.inSpecification)
    #expect(
      Set(Capability.allCases).subtracting(offered) == [
        .dispatch, .sources, .timerSource, .signalSource, .descriptorSource, .processSource,
        .machSource, .customSource, .instrumented,
      ])
  }

  @Test func `is offered by an adapter of the queue of a bundled subject, too`() throws {
    let foundation = try AdapterTypes.subject(of: FoundationAdapter.self).description
    #expect(foundation.capabilities == FoundationSubject().description.capabilities)
    let reference = try AdapterTypes.subject(of: ReferenceAdapter<Correct>.self).description
    // The condition of its operations is a flag of its own, and nothing that it could ask.
    #expect(
      reference.capabilities
        == ReferenceSubject().description.capabilities.filter { $0 != .customReady })
  }

  @Test func `has all of its rules decided, and the correct queue keeps them`() async throws {
    let subject = try AdapterTypes.subject(of: ReferenceAdapter<Correct>.self).description
    let selection = try Selection(
      patterns: [], contract: .operations, subject: subject, profile: .core)
    let rules = selection.judged.filter(\.needsFurther)
    #expect(Set(Capability.further).isSubset(of: rules.flatMap(\.needs)))
    var options = ConformanceOptions(programs: 1_000)
    options.rules = rules.map(\.id.description)
    let cases = Conformance.rules(of: ReferenceAdapter<Correct>.self, options)
    #expect(cases.count == rules.count + 3)
    for rule in cases { try await rule.check() }
  }

  @Test func `does what each of its verbs asks for`() throws {
    let subject = try AdapterTypes.subject(of: ReferenceAdapter<Correct>.self)
    let executor = Self.workers(subject)
    defer { executor.shutDown() }
    for verb in Capability.further.flatMap(Self.verbs) {
      let execution = try executor.executeQuickly(Examination.use(of: verb))
      #expect(execution.unusable == nil, "\(verb)")
    }
  }

  @Test(arguments: zip(Capability.further, boasts))
  func `that is declared and left to the defaults makes an adapter unusable`(
    _ capability: Capability, _ adapter: any QueueAdapter.Type
  ) throws {
    let subject = try AdapterTypes.subject(of: adapter)
    #expect(subject.description.capabilities == [capability])
    let verbs = Self.verbs(capability)
    #expect(!verbs.isEmpty)
    for verb in verbs {
      // A worker that has been lied to once believes nothing more.
      let executor = Self.workers(subject)
      defer { executor.shutDown() }
      let execution = try executor.executeQuickly(Examination.use(of: verb))
      // Dispatch queues carry their number without the adapter.
      let isBelieved = verb == .underlyingKey
      #expect(
        execution.unusable
          == (isBelieved ? nil : "the adapter does not support a verb that it declares"),
        "\(verb)")
    }
  }

  @Test(arguments: ["", "kind=invocation", "kind=flagged", "kind=block"])
  func `for errors is about tasks and methods only`(kind: String) throws {
    let subject = try AdapterTypes.subject(of: ReferenceAdapter<Correct>.self)
    let executor = Self.workers(subject)
    defer { executor.shutDown() }
    let program = try Program(
      parsing: """
        oqprogram 1
        op x \(kind)
        in x: throw x
        client 1
          start x
        """)
    let execution = try executor.executeQuickly(program)
    let start = execution.history.views[.client(1)]?.last
    switch kind {
    case "": #expect(start == .returned(.rejected(.taskError)))
    case "kind=invocation": #expect(start == .returned(.done))
    default: #expect(execution.unusable != nil)
    }
  }

  @Test func `has the values of the programs`() {
    #expect(ServiceQuality.allCases.map(\.rawValue) == ServiceLevel.allCases.map(\.rawValue))
    #expect(
      InvocationMethod.allCases.map(\.rawValue) == [
        InvocationNumbers.method, InvocationNumbers.procedure, InvocationNumbers.methodOfTwo,
        InvocationNumbers.unknownMethod,
      ])
    #expect(Property.allCases.compactMap(OperationProperty.init) == OperationProperty.allCases)
    #expect(Property.allCases.compactMap(QueueProperty.init) == QueueProperty.allCases)
  }

  private static func workers(_ subject: any Subject) -> WorkerExecutor {
    WorkerExecutor(WorkerExecutor.Options(WorkerOptions(subject: subject.workerName)))
  }
}
