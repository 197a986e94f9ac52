import OQSpecification

/// A small chapter in the strict form, one line per element so that tests can replace lines.
struct ChapterSample {
  /// The lines of the chapter.
  var lines: [String]

  /// Two rules; the first has every field and every paragraph, the second as little as possible.
  init() {
    lines = [
      "# DEP: Dependencies",  // 1
      "",
      "What the chapter is about,",
      "over two lines.",
      "",  // 5
      "## DEP-1 A dependency is waited for",
      "",
      "level: CORE",
      "kind: safety",
      "check: checked",  // 10
      "oracle: both",
      "needs: kvo, manualStart",
      "outcomes: core honoured, ignored; reference honoured",
      "derived: READY-1: queued; EXEC-1: held until the end",
      "contexts: limit 1, queued",  // 15
      "sources: S0:213; Operation reference, overview",
      "mutants: edge-ignored, edge-late",
      "see: ND-7, C-11",
      "",
      "> An operation MUST NOT begin",  // 20
      "> before its dependencies.",
      "",
      "**Antecedent.** An edge.",
      "",
      "**Intent.** Order,",  // 25
      "nothing else.",
      "",
      "**Check.** By tickets.",
      "",
      "**If violated, look at.** The counter.",  // 30
      "",
      "**Note.** None.",
      "",
      "## DEP-7 Cycles are forbidden",
      "",  // 35
      "level: CLIENT",
      "kind: client obligation",
      "check: unchecked(a duty of clients)",
      "oracle: -",
      "needs: -",  // 40
      "outcomes: -",
      "derived: -",
      "contexts: -",
      "sources: S3:231",
      "mutants: -",  // 45
      "see: -",
      "",
      "> Clients MUST NOT create cycles.",
      "",
      "**Antecedent.** Always.",  // 50
      "",
      "**Intent.** Progress.",
      "",
      "**Check.** Nothing to check.",
    ]
  }

  /// The text of the chapter.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The sample with one line replaced; `line` counts from 1.
  static func replacing(_ line: Int, with text: String) -> ChapterSample {
    var sample = ChapterSample()
    sample.lines[line - 1] = text
    return sample
  }

  /// The sample without some lines; `lines` counts from 1.
  static func removing(_ lines: ClosedRange<Int>) -> ChapterSample {
    var sample = ChapterSample()
    sample.lines.removeSubrange(lines.lowerBound - 1...lines.upperBound - 1)
    return sample
  }

  /// The errors of the parser, each as one line; empty when the sample is accepted.
  func errors(file: String = "Dependencies.md") -> [String] {
    do {
      _ = try ChapterParser.parse(text, file: file)
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }
}
