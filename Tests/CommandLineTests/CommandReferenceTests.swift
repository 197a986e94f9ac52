import OQCommandLine
import Testing

@Suite struct CommandReferenceTests {
  @Test func `names every command, argument and option once`() {
    let lines = CommandReference.markdown().split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("# ") } == ["# Command line"])
    for row in CommandTable.rows {
      #expect(lines.filter { $0 == "## `oqcheck \(row.name.rawValue)`" }.count == 1)
      #expect(lines.contains(Substring(row.summary)))
    }
    let options = CommandTable.rows.flatMap(\.options)
    #expect(lines.filter { $0.hasPrefix("| `--") }.count == options.count)
    let positionals = CommandTable.rows.flatMap(\.positionals)
    for name in Set(positionals.map(\.name)) {
      let expected = positionals.filter { $0.name == name }.count
      #expect(lines.filter { $0.hasPrefix("| `\(name)` |") }.count == expected)
    }
  }

  @Test func `every row of a table has two cells`() {
    for line in CommandReference.markdown().split(separator: "\n") where line.hasPrefix("|") {
      #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 3)
    }
  }

  @Test func `its end reads as expected`() {
    let text = CommandReference.markdown()
    #expect(
      text.hasSuffix(
        #"""
        ## `oqcheck mutants`

        Measure which deliberately broken queues the rules detect.

        ```
        oqcheck mutants [PATTERN] [--seeds LIST] [--report FORMAT=PATH]...
        ```

        | Argument | Meaning |
        | --- | --- |
        | `PATTERN` | A mutant, or the rule or area that mutants break. All mutants if left out. |

        | Option | Meaning |
        | --- | --- |
        | `--seeds LIST` | Seeds to run every mutant with: 1,2,0x7. Default: 1. |
        | `--report FORMAT=PATH` | Write a report: json=PATH. Repeatable. |

        ## `oqcheck selftest`

        Check the suite itself.

        ```
        oqcheck selftest
        ```

        ## `oqcheck help`

        Explain the program or a command.

        ```
        oqcheck help [COMMAND]
        ```

        | Argument | Meaning |
        | --- | --- |
        | `COMMAND` | The command to explain. The program itself if left out. |

        ## Exit status

        | Status | Meaning |
        | --- | --- |
        | 0 | conformant |
        | 1 | violated |
        | 2 | inconclusive, below the minimum, or nothing ran |
        | 3 | subject unusable |
        | 4 | stale or unknown expectation |
        | 64 | usage: the command line is wrong |
        | 65 | malformed input file |
        | 66 | input file missing |
        | 70 | fault of the suite |
        | 73 | output cannot be written |

        """#))
  }
}
