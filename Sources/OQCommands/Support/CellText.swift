import OQCommandLine
import OQFacts
import OQHistory
import OQPrograms
import OQSpecification
import OQText

/// What `oqcheck explain cell` says: a program that comes to a cell, or why none does.
enum CellText {
  /// Explains a cell.
  ///
  /// - Parameter names: the name of a verb, then facts in their text form.
  /// - Returns: the facts that meet in the call, and the program; or why there is none.
  /// - Throws: what is wrong with the names.
  static func text(of names: [String]) throws(Failure) -> String {
    let composition = Composition(.full)
    let cell = try cell(names, composition)
    let reasons = Infeasibility.reasons(cell, in: composition.domain(of: cell.verb))
    guard reasons.isEmpty else {
      return "cell \(cell.text)\nno program comes to it:\n" + list(reasons)
    }
    var draft = Draft(choices: ChoiceSource(seed: 1), vocabulary: .full)
    composition.write(&draft, cell, plain: true)
    let reached = FactSet(bits: draft.reached?.facts ?? 0)
    let missed = cell.facts - reached
    let note =
      missed.isEmpty ? "" : "not reached: \(missed.map(\.text).joined(separator: ", "))\n"
    let met = TextWrapping.lines(reached.map(\.text).joined(separator: " "), width: 80, indent: 2)
      .joined(separator: "\n")
    return "cell \(cell.text)\n\(note)facts of its call:\n\(met)\n\n\(draft.program.text)"
  }

  private static func list(_ reasons: [String]) -> String {
    reasons.map { "  \($0)\n" }.joined()
  }

  // MARK: Reading

  private static func cell(
    _ names: [String], _ composition: Composition
  ) throws(Failure) -> Cell {
    let verb = try verb(names[0], composition)
    var facts = FactSet()
    for name in names.dropFirst() {
      let fact = try fact(name)
      let same = facts.first { $0.aspect == fact.aspect && $0 != fact }
      if let same {
        throw Failure(
          .usage, "a cell has one fact of each aspect, not \(same.text) and \(fact.text)")
      }
      facts.insert(fact)
    }
    return Cell(verb, facts)
  }

  private static func verb(
    _ name: String, _ composition: Composition
  ) throws(Failure) -> Verb {
    let known = composition.composed
    if let verb = Verb(name: name), known.contains(verb) { return verb }
    throw Failure(
      .usage,
      "no program is composed of a call '\(name.printable)'"
        + meant(name, known.map(\.entry.name)),
      hint: "Verbs: \(known.map(\.entry.name).joined(separator: ", ")).")
  }

  private static func fact(_ text: String) throws(Failure) -> Fact {
    if let fact = Fact(text: text) { return fact }
    let name = text.prefix { $0 != "=" }
    let aspect = Aspect.all.first { $0.name == name }
    let near = Suggestion.nearest(text, among: Fact.allCases.map(\.text))
    throw Failure(
      .usage,
      "no fact is called '\(text.printable)'"
        + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"),
      hint: aspect.map { "Facts: \($0.facts.map(\.text).joined(separator: ", "))." }
        ?? "Aspects: \(Aspect.all.map(\.name).joined(separator: ", ")).")
  }

  private static func meant(_ name: String, _ known: [String]) -> String {
    let near = Suggestion.nearest(name, among: known)
    return near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
  }
}
