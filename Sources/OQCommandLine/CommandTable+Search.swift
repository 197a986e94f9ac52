import OQSpecification

/// What `bench search` and `bench explorer` take beside what other benchmarks take.
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
  static let searchScan = Flag(
    "scan",
    help: """
      With search: hunt with scanned programs, too: each runs also with a lane held at each point \
      of the subject in turn.
      """)
  static let explorerPart = Option(
    "part", .explorerPart, note: "the first three",
    help: """
      With explorer: one part of the comparison. reductions: with what explorations leave out. \
      neighbours: histories of small programs, and what one change makes of them. histories: all \
      histories of all programs at once. spin: states and speed, in turns with SPIN.
      """)
}
