import OQAdapters
import OQMutants
import OQReference
import OQSpecification

/// The subjects that come with the suite, by name.
package enum BundledSubjects {
  /// One line of `oqcheck subjects`.
  package struct Row: Sendable, Hashable {
    /// The name used on the command line.
    package let name: String
    /// What it is.
    package let summary: String
  }

  /// Every subject that can be driven, mutants left out.
  package static let rows: [Row] = [
    Row(name: "foundation", summary: "Foundation's OperationQueue of this toolchain"),
    Row(name: "reference", summary: "the correct queue of this suite"),
    Row(name: "slow:sleep", summary: "the same queue, delayed by sleeps of up to 3 s"),
    Row(name: "slow:timed-wait", summary: "the same queue, delayed by timed condition waits"),
    Row(name: "slow:timer", summary: "the same queue, delayed by timers of the kernel"),
    Row(name: "slow:gradual-pool", summary: "the same queue, with one more thread per second"),
    Row(name: "slow:polling", summary: "the same queue, delayed by loops that watch the clock"),
    Row(name: "dispatch", summary: "the dispatch library of this toolchain"),
  ]

  /// Classes of operations, each on Foundation's queue.
  package static let classes: [Row] = OperationClass.bundled.map {
    Row(name: ClassSubject.prefix + $0.name, summary: $0.summary)
  }

  /// The subject with a name.
  ///
  /// - Parameter name: a name of ``rows`` or ``classes``, `mutant:` and a name, or `hostile:` and a
  ///   misdeed.
  /// - Returns: the subject, or nil where there is none of this name.
  package static func subject(named name: String) -> (any Subject)? {
    switch name {
    case "foundation": FoundationSubject()
    case "reference": ReferenceSubject()
    case "dispatch": DispatchSubject()
    case let name where name.hasPrefix("mutant:"): mutant(named: String(name.dropFirst(7)))
    case let name where name.hasPrefix("slow:"): slow(name)
    case let name where name.hasPrefix("observed:"): observed(name)
    case let name where name.hasPrefix(ClassSubject.prefix):
      operationClass(named: String(name.dropFirst(ClassSubject.prefix.count)))
    default: hostile(name)
    }
  }

  /// A class of operations on Foundation's queue.
  private static func operationClass(named name: String) -> (any Subject)? {
    let hosted = OperationClass.onMistakenHost
    if name == hosted.accused.name {
      return ClassSubject(hosted.accused, control: hosted.control)
    }
    return OperationClass.named(name).map { ClassSubject($0) }
  }

  /// The correct queue that takes its time: what a slow implementation may look like.
  private static func slow(_ name: String) -> (any Subject)? {
    let pacing: Pacing? =
      switch name {
      case "slow:sleep": .sleep(.init())
      case "slow:timed-wait": .timedWait(.init())
      case "slow:timer": .timer(.init())
      case "slow:gradual-pool": .gradualPool()
      case "slow:polling": .polling(.init())
      default: nil
      }
    return pacing.map { ReferenceSubject(name: name, pacing: $0) }
  }

  /// `observed:MUTANT`, `observed:reference`: the same queue, which tells moments.
  private static func observed(_ name: String) -> (any Subject)? {
    let queue = name.dropFirst("observed:".count)
    let behavior = queue == "reference" ? .standard : Mutant.named(String(queue))?.behavior
    return behavior.map { ReferenceSubject(name: name, behavior: $0, tellsMoments: true) }
  }

  /// Subjects that no list shows: they test the harness, not queues.
  private static func hostile(_ name: String) -> (any Subject)? {
    let words = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "hostile" else { return nil }
    return HostileSubject.Misdeed(rawValue: String(words[1])).map { HostileSubject($0) }
  }

  /// The names of all mutants, by area.
  package static var mutantNames: [String] { Mutant.all.map(\.name) }

  /// The mutant of the reference queue, or of the dispatch library, with a name.
  ///
  /// - Parameter name: a name of ``Mutant/all``, without the prefix of the command line; several,
  ///   joined by `+`, name a queue with several mistakes. Or that of a blind mutant.
  /// - Returns: the subject, named `mutant:NAME`, or nil where there is none of this name.
  package static func mutant(named name: String) -> (any Subject)? {
    let names = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    if names.count > 1 {
      let mutants = names.compactMap(Mutant.named)
      guard mutants.count == names.count, let behavior = Mutant.combined(mutants) else {
        return nil
      }
      return ReferenceSubject(name: "mutant:\(name)", behavior: behavior)
    }
    if let blind = BlindMutant.named(name) {
      return ReferenceSubject(name: "mutant:\(name)", behavior: blind.behavior)
    }
    return Mutant.named(name).map { mutant in
      if let behavior = mutant.dispatch {
        DispatchSubject(name: "mutant:\(name)", behavior: behavior)
      } else {
        ReferenceSubject(name: "mutant:\(name)", behavior: mutant.behavior)
      }
    }
  }
}
