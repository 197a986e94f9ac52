import OQHistory
import OQJudging
import OQModel
import OQReport
import OQSpecification

/// Judges histories by a selection of rules and by the model.
package struct Judge: Sendable {
  /// What is said of one history.
  package struct Ruling: Sendable {
    /// One judgement per rule, in the order of the checkers.
    package let judgements: [Judgement]
    /// What is blamed, and why: at most one entry per blame; rules first, in their order, and those
    /// last that are derived from a rule which is blamed as well.
    package let violations: [Violation]
    /// Where the two oracles contradict each other, by rule.
    package let contradictions: [Contradiction]
    /// Whether what is waited for never came, and neither does a rule object nor the model agree: a
    /// stall that some run of the model comes to, too, such as a cycle of waits, is a legal one.
    ///
    /// A call that never returned is meant. Where there is neither a model nor a control, it may be
    /// client code as well: programs await only what comes with every correct subject.
    package let isSilentStall: Bool
    /// Whether a control was spared since it was asked in many programs that showed the same: this
    /// one counts, and nothing else follows from it.
    package var isHearsay = false
  }

  /// One thing that a history shows to be broken.
  package struct Violation: Sendable, Hashable {
    /// What is blamed.
    package let blame: Finding.Blame
    /// Whether a rule from which the blamed one is derived is blamed for the same.
    package let isDerived: Bool
    /// How it showed.
    package let kind: Finding.Kind
    /// The sentence and the events that prove it.
    package let counterexample: Counterexample

    /// Puts a violation together.
    package init(
      blame: Finding.Blame, isDerived: Bool, kind: Finding.Kind, counterexample: Counterexample
    ) {
      self.blame = blame
      self.isDerived = isDerived
      self.kind = kind
      self.counterexample = counterexample
    }
  }

  /// The roster to which the checkers belong.
  package let roster: Roster
  /// The rules judged by, with their checkers, by rule id.
  package let checkers: [Checker]
  /// The reading of the contract.
  package let profile: Profile
  private let panel: Panel
  private let model: (@Sendable (HistoryIndex) -> Acceptance)?
  private let modelObjects: Bool
  private let chargesStalls: Bool

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - roster: the checkers that there are.
  ///   - checkers: those of them to judge by; all if left out.
  ///   - profile: the reading of the contract.
  ///   - model: says whether some legal run has a history; nil leaves the model out.
  ///   - modelObjects: whether a history that only the model rejects is blamed too; else the model
  ///     is asked only where it must agree with a checker.
  ///   - chargesStalls: whether a history that stalls unnamed is blamed, until a control has shown
  ///     the same.
  package init(
    roster: Roster, checkers: [Checker]? = nil, profile: Profile,
    model: (@Sendable (HistoryIndex) -> Acceptance)? = nil, modelObjects: Bool = true,
    chargesStalls: Bool = false
  ) {
    let checkers = checkers ?? roster.checkers
    self.roster = roster
    self.checkers = checkers
    self.profile = profile
    self.model = model
    self.modelObjects = modelObjects
    self.chargesStalls = chargesStalls
    panel = Panel(checkers, of: roster)
  }

  /// Makes the judge of a campaign: by the selected rules, and by the model where it knows the
  /// contract.
  ///
  /// - Parameters:
  ///   - selection: the rules in play.
  ///   - asksModel: whether the model judges, too.
  ///   - modelObjects: whether a history that only the model rejects is blamed, too.
  package init(_ selection: Selection, asksModel: Bool = true, modelObjects: Bool = true) {
    self.init(
      roster: selection.contract.roster, checkers: selection.checkers, profile: selection.profile,
      model: asksModel ? selection.contract.model?(selection.profile) : nil,
      modelObjects: modelObjects,
      // A rule that was not chosen may be the one that names a stall.
      chargesStalls: selection.isWhole && selection.contract.control != nil)
  }

  /// Judges a history.
  ///
  /// - Returns: the judgement of every rule, and what is to be blamed.
  /// - Complexity: that of the checkers and of the model.
  package func judge(_ history: History) -> Ruling {
    let index = HistoryIndex(history)
    var judgements = panel.judge(index, profile: profile)
    let broken = judgements.indices.filter { judgements[$0].verdict == .violated }
    let violated = Set(broken.map { checkers[$0].rule })
    let kind: Finding.Kind = index.stalledAt == nil ? .history : .stalled
    var violations: [Violation] = []
    var contradictions: [Contradiction] = []
    var acceptance: Acceptance?
    func ask(_ model: @Sendable (HistoryIndex) -> Acceptance) -> Acceptance {
      let answer = acceptance ?? model(index)
      acceptance = answer
      return answer
    }
    for position in broken {
      let checker = checkers[position]
      guard var violation = judgements[position].counterexamples.first else { continue }
      if let model, Contradiction.isPossible(for: checker.rule, profile),
        let contradiction = Contradiction(
          of: checker.rule, violation, ask(model), of: index, profile)
      {
        contradictions.append(contradiction)
        violation = Counterexample(
          "\(violation.message); \(contradiction.description)", events: violation.events)
      }
      let isAboutStall = index.stalledAt.map(violation.events.contains) ?? false
      if isAboutStall, history.isWoken {
        violation = Counterexample(
          "\(violation.message); it came only when something else was added",
          events: violation.events)
      }
      violations.append(
        Violation(
          blame: .rule(checker.rule), isDerived: checker.bases.contains(where: violated.contains),
          kind: isAboutStall ? kind : .history, counterexample: violation))
    }
    setSharedAside(&judgements, &violations)
    // A derived rule says less than the rule that it is derived from.
    violations = violations.filter { !$0.isDerived } + violations.filter(\.isDerived)
    if violations.isEmpty, let crash = death(in: index) {
      violations.append(
        Violation(blame: .crash, isDerived: false, kind: .crash, counterexample: crash))
    }
    if case .overflowed(let ticket) = index.ending, violations.isEmpty {
      let flood = Counterexample(
        "the program made more events than fit into its log: the subject never comes to rest",
        events: [ticket])
      violations.append(
        Violation(blame: .unexplained, isDerived: false, kind: .history, counterexample: flood))
    }
    if violations.isEmpty, modelObjects, let model,
      case .rejected(let ticket, let message) = ask(model)
    {
      let counterexample = Counterexample(message, events: [ticket])
      violations.append(
        Violation(
          blame: .unexplained, isDerived: false, kind: kind, counterexample: counterexample))
    }
    if chargesStalls, violations.isEmpty, !roster.leavesOpen(index),
      let stall = Judge.unnamedStall(index)
    {
      violations.append(
        Violation(blame: .difference, isDerived: false, kind: .stalled, counterexample: stall))
    }
    return Ruling(
      judgements: judgements, violations: violations, contradictions: contradictions,
      isSilentStall: violations.isEmpty && index.stalledAt != nil
        && (index.calls.contains { $0.returned == nil } || (model == nil && !chargesStalls))
        && model.map { ask($0) != .accepted } ?? true)
  }

  /// Leaves out rules that the subject keeps together with its host where one of its own is broken,
  /// which says more.
  private func setSharedAside(_ judgements: inout [Judgement], _ violations: inout [Violation]) {
    guard violations.contains(where: { !isShared($0.blame) }) else { return }
    violations = violations.filter { !isShared($0.blame) }
    for place in judgements.indices
    where roster.shared.contains(checkers[place].rule) && judgements[place].verdict == .violated {
      judgements[place] = Judgement()
    }
  }

  private func isShared(_ blame: Finding.Blame) -> Bool {
    if case .rule(let rule) = blame { roster.shared.contains(rule) } else { false }
  }

  /// The death that a history ends with, whatever rules say of it.
  ///
  /// A run with few rules blames a death on none of them, where one of the others may name it.
  ///
  /// - Parameter history: any history.
  /// - Returns: nil where the process has not died, or may have rejected a call in this way.
  /// - Complexity: O(events).
  package static func death(in history: History) -> Violation? {
    unexplainedCrash(HistoryIndex(history)).map {
      Violation(blame: .crash, isDerived: false, kind: .crash, counterexample: $0)
    }
  }

  /// What a program still waits for when nothing moves any more.
  ///
  /// A program ends at a quiescence only where something has not come that it waits for. While
  /// client code is held, nothing is said but of calls that wait for nothing: a class may have a
  /// single thread.
  private static func unnamedStall(_ index: HistoryIndex) -> Counterexample? {
    guard let ticket = index.stalledAt else { return nil }
    let isHeld = index.operations.contains(where: \.isHeld)
    let words = StepPrinter(index.history.declarations)
    let open = index.calls.filter { call in
      call.returned == nil && (!isHeld || !call.command.verb.entry.mayBlock)
    }
    if isHeld, open.isEmpty { return nil }
    let last = open.first ?? index.calls.last { !$0.command.verb.isRead } ?? index.calls.last
    let waiting =
      if let lone = index.loneOperation {
        "an operation of the class, alone in a fresh queue, "
          + (lone.bodies.isEmpty ? "had not begun its work" : "had not finished")
      } else if let call = open.first {
        "'\(words.text(call.command))', called at \(call.called) on lane"
          + " \(words.text(call.lane)), had not returned"
      } else {
        "something that the program waits for had not come"
      }
    return Counterexample(
      "\(waiting) when nothing moved any more", events: [last?.called, ticket].compactMap(\.self))
  }

  private func death(in index: HistoryIndex) -> Counterexample? {
    Judge.unexplainedCrash(index, trapsReject: roster.trapsReject)
  }

  /// A death of the process that cannot be the subject's way of rejecting a call.
  private static func unexplainedCrash(
    _ index: HistoryIndex, trapsReject: Bool = true
  ) -> Counterexample? {
    guard case .crashed(let ticket, let crash, let lane) = index.ending else { return nil }
    let rejected = index.calls.contains {
      $0.outcome == .rejected(.trapped) && $0.returned == ticket
        && $0.command.verb.entry.mayBeRejected
    }
    if trapsReject,
      rejected || crash.signal.canReject && index.mayHaveDiedUnrecorded(in: lane)
    {
      return nil
    }
    let words = StepPrinter(index.history.declarations)
    let open = index.calls.last { $0.lane == lane && ($0.returned ?? ticket) >= ticket }
    let place =
      switch (lane, open) {
      case (_, .some(let call)): "in '\(words.text(call.command))' on lane \(words.text(call.lane))"
      case (.some(let lane), nil): "on lane \(words.text(lane))"
      case (nil, nil): "on a thread of the subject"
      }
    return Counterexample(
      "the process died by \(crash.signal.rawValue) \(place)",
      events: [open?.called, ticket].compactMap(\.self))
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether client code of the operation has begun and not ended.
  fileprivate var isHeld: Bool {
    (bodies + completions + starts).contains { $0.end == nil }
  }
}

extension HistoryIndex {
  /// The only operation, where nothing is done with it but that it is added to a queue and asked
  /// for its states; nil for any other history.
  fileprivate var loneOperation: OperationRecord? {
    guard operations.count == 1, queues.count == 1, let one = operations.first,
      one.possibleAdds.count == 1, !queues[0].declaration.suspended,
      calls.allSatisfy({ $0.command.verb.isRead || $0.command.verb == .add })
    else { return nil }
    return one
  }
}
