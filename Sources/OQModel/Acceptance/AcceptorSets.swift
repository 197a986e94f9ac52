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

  private let alphabet: EventAlphabet
  private let profile: Profile
  private let future: Future
  private let outcomes: [Outcome?]
  private let empty: StateSet
  private var search: Search
  private var sets: [StateSet] = []
  private var numbers: [[UInt64]: Int] = [:]
  private var reductions: [OperationSet: Reduction] = [:]

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
    let index = HistoryIndex(alphabet.history(Array(0..<alphabet.commands.count * 2)))
    let model = Model(
      alphabet.program, commands: alphabet.commands, profile: profile, guards: guards,
      concurrency: 2)
    future = Future(index, profile: profile)
    outcomes = index.calls.map(\.outcome)
    empty = StateSet(StateCode(alphabet.program, commands: alphabet.commands))
    search = Search(model: model, index: index, reduced: false, bound: bound)
  }

  /// The number of the states before the first event of one of the programs.
  package mutating func start(_ program: Program) -> Int {
    var states = empty
    states.insert(Model(program, profile: profile).initial.withoutDependencies)
    return number(of: states)
  }

  /// Asks for one more event.
  ///
  /// - Parameters:
  ///   - set: the states so far, by number.
  ///   - event: the number of an event that the program can show.
  ///   - steps: how many calls and returns of the client came before it.
  ///   - beginning: operations whose body begins in this event or later.
  /// - Returns: what the acceptor says.
  package mutating func next(
    _ set: Int, _ event: Int, after steps: Int, beginning: OperationSet
  ) -> Answer {
    // In the history without bodies, the client's next event has this ticket.
    let ticket = steps + 1
    search.resume(
      sets[set], calls: (steps + 1) / 2,
      open: steps % 2 == 1 ? [alphabet.client: steps / 2] : [:], reduction(beginning))
    switch search.consume(alphabet.event(event, ticket)) {
    case .rejected: return .rejected
    case .inconclusive: return .undecided
    case .accepted, nil:
      return search.states.isEmpty ? .rejected : .goesOn(number(of: search.states))
    }
  }

  private mutating func reduction(_ beginning: OperationSet) -> Reduction {
    if let reduction = reductions[beginning] { return reduction }
    var future = future
    future.expect(beginning)
    let reduction = Reduction(model: search.model, future: future, outcomes: outcomes)
    reductions[beginning] = reduction
    return reduction
  }

  private mutating func number(of states: StateSet) -> Int {
    let key = states.sortedWords
    if let number = numbers[key] { return number }
    numbers[key] = sets.count
    sets.append(states)
    return sets.count - 1
  }
}
