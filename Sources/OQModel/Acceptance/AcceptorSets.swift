import OQHistory
import OQSpecification

/// The acceptor, event by event, on all histories of some programs at once.
///
/// An acceptor has read a history to its end when it begins to judge: it knows which bodies will
/// begin. So whoever follows it says so in advance, and follows it once for each such set.
/// Otherwise it is the acceptor itself, with its states and its reduction.
///
/// The programs differ in dependencies alone, which nobody lists or changes, as in ``EventGraph``.
package struct AcceptorSets {
  /// What the acceptor says of one more event.
  package enum Answer: Sendable, Hashable {
    /// Some run of the model has it; then these states explain everything so far, by number.
    case goesOn(Int)
    /// No run of the model has it.
    case rejected
    /// More states explain it than the acceptor may follow.
    case undecided
  }

  /// What one state is asked: how it goes on with an event.
  private struct Question: Hashable {
    let state: Int32
    let event: Int16
    let steps: Int16
    let beginning: OperationSet
  }

  private let alphabet: EventAlphabet
  private let future: Future
  private let outcomes: [Outcome?]
  private let bound: Int
  private let profile: Profile
  private var search: Search
  /// All states that were met, without an open call and with one; and one alone.
  private var known: [StateSet]
  private var single: StateSet
  private var state: State
  private var sets: [[Int32]] = []
  private var numbers: [[Int32]: Int] = [:]
  private var reductions: [OperationSet: Reduction] = [:]
  /// The states that follow; nil where they are more than the bound.
  private var answers: [Question: [Int32]?] = [:]
  /// The last turn in which each state was collected.
  private var marks: [UInt32] = []
  private var turn: UInt32 = 0

  /// The acceptor of some programs.
  ///
  /// - Parameters:
  ///   - alphabet: the events of the programs.
  ///   - profile: the reading of the contract.
  ///   - guards: guards broken on purpose.
  ///   - bound: most states followed at a time.
  package init(
    _ alphabet: EventAlphabet, _ profile: Profile, guards: Guards = [], bound: Int = 20_000
  ) {
    self.alphabet = alphabet
    self.profile = profile
    self.bound = bound
    let index = HistoryIndex(alphabet.history(Array(0..<alphabet.commands.count * 2)))
    let model = Model(
      alphabet.program, commands: alphabet.commands, profile: profile, guards: guards,
      concurrency: 2)
    future = Future(index, profile: profile)
    outcomes = index.calls.map(\.outcome)
    single = StateSet(StateCode(alphabet.program, commands: alphabet.commands))
    known = [single, single]
    state = model.initial
    search = Search(model: model, index: index, reduced: false, bound: bound)
  }

  /// The number of the states before the first event of one of the programs.
  package mutating func start(_ program: Program) -> Int {
    state = Model(program, profile: profile).initial.withoutDependencies
    return number(of: [identify()])
  }

  /// Asks for one more event.
  ///
  /// What a state goes on to depends on no other state, so each is asked once, whatever sets it is
  /// in.
  ///
  /// - Parameters:
  ///   - set: the states so far, by number.
  ///   - event: the number of an event that the program can show.
  ///   - steps: how many calls and returns of the client came before it.
  ///   - beginning: operations whose body begins in this event or later.
  /// - Returns: what the acceptor says.
  /// - Complexity: O(states of the set, and of the next one), where each was asked before.
  package mutating func next(
    _ set: Int, _ event: Int, after steps: Int, beginning: OperationSet
  ) -> Answer {
    turn += 1
    var found: [Int32] = []
    for member in sets[set] {
      let question = Question(
        state: member, event: Int16(event), steps: Int16(steps), beginning: beginning)
      guard let states = answer(question) else { return .undecided }
      for state in states where marks[Int(state)] != turn {
        marks[Int(state)] = turn
        found.append(state)
      }
    }
    if found.count > bound { return .undecided }
    return found.isEmpty ? .rejected : .goesOn(number(of: found.sorted()))
  }

  /// What one state goes on to; nil where the search gave up.
  private mutating func answer(_ question: Question) -> [Int32]? {
    if let states = answers[question] { return states }
    let member = Int(question.state)
    known[member % 2].load(member / 2, into: &state)
    single.removeAll()
    single.insert(state)
    let steps = Int(question.steps)
    search.resume(
      single, calls: (steps + 1) / 2,
      open: steps % 2 == 1 ? [alphabet.client: steps / 2] : [:], reduction(question.beginning))
    // In the history without bodies, the client's next event has this ticket.
    var states: [Int32]? = []
    switch search.consume(alphabet.event(Int(question.event), steps + 1)) {
    case .rejected: break
    case .inconclusive: states = nil
    case .accepted, nil:
      states = (0..<search.states.count).map { place in
        search.states.load(place, into: &state)
        return identify()
      }
    }
    answers[question] = .some(states)
    return states
  }

  private mutating func reduction(_ beginning: OperationSet) -> Reduction {
    if let reduction = reductions[beginning] { return reduction }
    var future = future
    future.expect(beginning)
    let reduction = Reduction(model: search.model, future: future, outcomes: outcomes)
    reductions[beginning] = reduction
    return reduction
  }

  /// The number of the state at hand.
  ///
  /// The program has one client, so at most one call is open.
  private mutating func identify() -> Int32 {
    let calls = state.calls.count
    known[calls].insert(state)
    let number = known[calls].last * 2 + calls
    while marks.count <= number { marks.append(0) }
    return Int32(number)
  }

  private mutating func number(of states: [Int32]) -> Int {
    if let number = numbers[states] { return number }
    numbers[states] = sets.count
    sets.append(states)
    return sets.count - 1
  }
}
