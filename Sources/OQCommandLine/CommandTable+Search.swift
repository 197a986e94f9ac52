import OQSpecification

/// What `bench search` takes beside what other benchmarks take.
extension CommandTable {
  static let searchSeeds = Option(
    "seeds", .seeds, default: "1",
    help: "With search: seeds to hunt every mutant with: 1,2,0x7.")
  static let blindMutants = Option(
    "blind", .count,
    help: """
      With search: hunt the first N blind mutants of a draw instead, which nobody has chosen; \
      mutant:blind-1-7 of 'run' is number 7 of draw 1.
      """)
  static let blindDraw = Option(
    "draw", .count, default: "1", help: "With search: the number of the draw of --blind.")
}
