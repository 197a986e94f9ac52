import OQHistory
import OQModel
import OQPrograms
import OQSpecification

/// Composes programs about queues of operations: a situation, a call in it, and its aftermath.
package struct Composition: Sendable {
  /// Verbs of which programs are composed, each as often as its weight.
  private let verbs: [(verb: Verb, weight: Int)]
  private let total: Int
  private let domains: [Verb: FactSet]
  /// Who takes turns with whole situations.
  private let turns: [Turn]

  /// What is composed with a vocabulary.
  ///
  /// - Parameter vocabulary: what may occur in programs.
  package init(_ vocabulary: Vocabulary) {
    var verbs: [(verb: Verb, weight: Int)] = []
    var domains: [Verb: FactSet] = [:]
    for verb in vocabulary.verbs {
      let domain = FactDomain.of(verb, vocabulary)
      guard FactSolver([], in: domain, for: verb) != nil else { continue }
      domains[verb] = domain
      verbs.append((verb, verb.isRead || verb.isBesideOrder ? 1 : 4))
    }
    self.verbs = verbs
    self.domains = domains
    turns = Turn.all(of: verbs.map(\.verb), domains)
    total = verbs.reduce(0) { $0 + $1.weight }
  }

  /// Verbs of which programs are composed, in the order of the table of verbs.
  package var composed: [Verb] { verbs.map(\.verb) }

  /// The facts that may occur with a verb.
  package func domain(of verb: Verb) -> FactSet { domains[verb] ?? [] }

  // MARK: Cells

  /// The cell at which a composed program aims.
  ///
  /// The first programs are small and aim at pairs. Then the verbs take turns with situations that
  /// together have all pairs; see ``CoveringRows``. Reads that are made in each other's situations
  /// share them out. After them verbs and facts follow a sequence of low discrepancy, and most
  /// programs aim at triples. A cell that cannot be is passed over for the next one.
  ///
  /// - Parameter ordinal: the number of the program among the composed ones, from 0.
  /// - Returns: the verb, and the facts to which the program has to add the others.
  package func cell(at ordinal: UInt64) -> Cell? {
    guard let last = verbs.last else { return nil }
    if ordinal >= Composition.smallOnes {
      let turn = (ordinal - Composition.smallOnes).quotientAndRemainder(
        dividingBy: UInt64(turns.count))
      if turn.quotient < Composition.mostRows,
        let cell = turns[Int(turn.remainder)].cell(Int(turn.quotient), domains)
      {
        return cell
      }
    }
    let point = (ordinal &+ 1) &* Composition.golden
    var rest = Int(truncatingIfNeeded: UInt64(total).multipliedFullWidth(by: point).high)
    var verb = last.verb
    for row in verbs {
      if rest < row.weight {
        verb = row.verb
        break
      }
      rest -= row.weight
    }
    let size = ordinal < Composition.smallOnes || ordinal % 4 == 0 ? 2 : 3
    let domain = domain(of: verb)
    for attempt in UInt64(0)..<Composition.attempts {
      var stream = SplitMix64(seed: ordinal &* Composition.attempts &+ attempt)
      var facts = FactSet()
      var left = domain
      for _ in 0..<size where !left.isEmpty {
        let fact = left[Int(stream.next() % UInt64(left.count))]
        facts.insert(fact)
        left = left - fact.aspect.facts
      }
      if FactSolver(facts, in: domain, for: verb) != nil { return Cell(verb, facts) }
    }
    return Cell(verb, [])
  }

  /// 2⁶⁴ divided by the golden ratio.
  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The first programs, which are the smallest: those of the first 256 of a campaign.
  private static let smallOnes: UInt64 = 158
  /// Most programs of a verb that have whole situations.
  private static let mostRows: UInt64 = 192
  private static let attempts: UInt64 = 64

  // MARK: Programs

  /// The composition for a generator.
  package var composer: Composer {
    Composer { write(&$0, ordinal: $1, plain: $2) }
  }

  /// Writes the composed program with a number.
  ///
  /// - Parameters:
  ///   - p: receives the program.
  ///   - ordinal: the number among the composed programs, from 0.
  ///   - plain: whether the facts that are added are the simplest.
  package func write(_ p: inout Draft, ordinal: UInt64, plain: Bool) {
    guard let cell = cell(at: ordinal) else { return }
    write(&p, cell, plain: plain)
  }

  /// Writes a program that comes to a cell.
  ///
  /// - Parameters:
  ///   - p: receives the program, and what it reaches.
  ///   - cell: the verb, and some facts.
  ///   - plain: whether the facts that are added are the simplest.
  package func write(_ p: inout Draft, _ cell: Cell, plain: Bool) {
    let start = p.choices.position
    let domain = domain(of: cell.verb)
    // What a queue has been through takes steps; half of the programs do without.
    let young = cell.facts | [.pastNone]
    let isYoung = (cell.facts & Fact.pastNone.aspect.facts).isEmpty && !plain && p.chance(2)
    guard
      let solver = (isYoung ? FactSolver(young, in: domain, for: cell.verb) : nil)
        ?? FactSolver(cell.facts, in: domain, for: cell.verb)
    else { return }
    let isSparse = !plain && p.chance(3)
    let situation = solver.situation { count in
      plain || (isSparse && !p.chance(4)) ? 0 : p.draw(count)
    }
    p.choices.end(.operation, from: start)
    guard let situation else { return }
    var stage = Stage(situation, cell.verb)
    stage.establish(&p)
    let call = stage.call(&p)
    stage.repeatCall(call, &p)
    let program = p.program
    guard EagerRun.fault(program) == nil else { return }
    var run = stage.eagerRun(of: program)
    var reader = FactReader(program)
    var reached: FactSet?
    var along: [Reached] = []
    run.finish { moment in
      if moment.lane == call.lane, moment.position == call.position {
        reached = reader.facts(at: moment, about: stage.x)
      } else if let command = moment.step.command, stage.isAbout(command) {
        let facts = reader.facts(at: moment, about: stage.x)
        along.append(Reached(verb: command.verb, facts: facts.bits))
      }
      reader.note(moment)
    }
    p.reached = reached.map { Reached(verb: cell.verb, facts: $0.bits, along: along) }
    var aftermath = Aftermath(stage, call.command, run.state, program)
    let body = p.choices.position
    aftermath.write(&p)
    p.choices.end(.step, from: body)
  }
}

/// Where a verb stands among those that take turns with whole situations.
private struct Turn: Sendable {
  let verb: Verb
  /// Which of the situations of a round it takes, and how many are taken: the reads that are made
  /// in each other's situations share them out, and everything else has two turns in a round.
  let place: Int
  let count: Int
  /// Whether the situations begin again behind the last one: a read that was made beside another
  /// one may lead to something else where it is the first.
  let cycles: Bool

  /// The turns of a round.
  static func all(of verbs: [Verb], _ domains: [Verb: FactSet]) -> [Turn] {
    var alike: [FactSet: [Verb]] = [:]
    for verb in verbs where verb.isPlainRead {
      alike[domains[verb, default: []], default: []].append(verb)
    }
    let once = verbs.map { verb in
      let reads = verb.isPlainRead ? alike[domains[verb, default: []], default: []] : []
      guard reads.count > 1, let place = reads.firstIndex(of: verb) else {
        return Turn(verb: verb, place: 0, count: 2, cycles: false)
      }
      return Turn(verb: verb, place: place, count: reads.count, cycles: true)
    }
    let again = once.filter { !$0.cycles }
    return once + again.map { Turn(verb: $0.verb, place: 1, count: 2, cycles: false) }
  }

  /// The cell of a round; nil where fewer situations have all pairs.
  func cell(_ round: Int, _ domains: [Verb: FactSet]) -> Cell? {
    CoveringTable.row(
      round * count + place, domains[verb, default: []], verb, cycles: cycles
    ).map { Cell(verb, $0) }
  }
}

/// A verb with some facts: what a program is composed for.
package struct Cell: Sendable, Hashable {
  /// The verb of the call.
  package let verb: Verb
  /// Facts of different aspects that hold when it is made: two or three as a rule.
  package let facts: FactSet

  /// Puts a cell together.
  ///
  /// - Parameters:
  ///   - verb: the verb of the call.
  ///   - facts: facts of different aspects.
  package init(_ verb: Verb, _ facts: FactSet) {
    self.verb = verb
    self.facts = facts
  }

  /// The text form, such as `cancel phase=queued kind=block`.
  package var text: String {
    ([verb.entry.name] + facts.map(\.text)).joined(separator: " ")
  }
}
