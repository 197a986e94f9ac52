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

  @Test func `a section reads as expected`() {
    let text = CommandReference.markdown()
    #expect(
      text.contains(
        #"""
        ## `oqcheck mutants`

        Measure which deliberately broken queues the rules detect.

        ```
        oqcheck mutants [PATTERN] [--seeds LIST] [--budget TIME]
          [--keep DIR | --matrix DIR] [--report FORMAT=PATH]...
        ```

        With several seeds, a mutant is killed if every seed kills it. Its row is that of the seed that took longest.

        With --keep, a killer that still kills stays as it is. A missing killer is hunted and made small. Without PATTERN, files of mutants that no longer exist are removed and the table of all killers, README.md, is written. Status 0 means that every mutant has a killer that shows nothing on the reference queue. Status 1 means that a mutant has none.

        With --matrix, status 1 means that some mutants cannot be told apart: the same killers kill them by the same rules. The command names these mutants.

        | Argument | Meaning |
        | --- | --- |
        | `PATTERN` | Mutants, the rules or areas that they break, or 'rare'; several with commas. All mutants if left out. |

        | Option | Meaning |
        | --- | --- |
        | `--seeds LIST` | Seeds to run every mutant with: 1,2,0x7. Default: 1. |
        | `--budget TIME` | Hunt a mutant with a seed for this long (500ms, 30s, 2m), the shrinking of its killer included. Default: 30s. |
        | `--keep DIR` | Bring the killers of this directory up to date instead, one file for each mutant. |
        | `--matrix DIR` | Run every killer of this directory on every mutant instead. |
        | `--report FORMAT=PATH` | Write the table in a format, such as json=PATH. Repeatable. |

        ```
        oqcheck mutants 'LIMIT-*' --budget 10s  # mutants that break limits
        ```

        ## `oqcheck compare`

        Run the same programs against two subjects and compare.

        """#))
  }

  @Test func `a section with many options reads as expected`() {
    #expect(
      CommandReference.markdown().contains(
        #"""
        ## `oqcheck bench`

        Measure the suite itself.

        ```
        oqcheck bench [BENCHMARK] [--programs KIND] [--histories N] [--seed N|random]
          [--bound N] [--jobs N] [--mutants PATTERN | --blind N] [--seeds LIST]
          [--draw N] [--scan] [--operations N] [--part PART] [--subject SUBJECT]
          [--against FILE] [--json PATH] [--markdown PATH] [--findings DIR]
        ```

        differential, alarms: status 0 means that no history was answered differently or wrongly accused, and that at most one in ten was beyond the bound of an acceptor. Status 1 means that some were answered differently or accused: they are printed and written to the directory of findings. Status 2 means that more than one in ten was beyond the bound, that programs were left out, or that the measurement was ended before its time.

        figures, throughput: status 0 whatever the figures are, 2 if the measurement was ended before its time. Spec/Speed.md says how each figure is measured.

        The others: status 0 means that the figure is what Spec/Trust.md wants, 1 that the figure is not, 2 that nothing was measured or that the measurement was ended before its time.

        | Argument | Meaning |
        | --- | --- |
        | `BENCHMARK` | What to measure; figures if left out. figures: what each part of the suite costs, in turns with something to compare it with. differential: whether the reduced acceptor of histories says the same as the unreduced one. alarms: whether a rule accuses a legal history that the model made. rejection: what the oracles notice when one event of a legal history is moved or deleted. reach: which parts of the model, which contexts of rules, and which facts together the programs reach, and why not others. observability: how much of what mutants do wrong their histories prove. minimality: whether a program smaller than the shrunk killer kills a mutant, too. explorer: whether what explorations leave out changes an answer, and whether explorer, simulator and acceptor agree. throughput: how many programs a second run on a subject, in turns with the reference queue. search: after how many programs mutants are killed by programs that know no rule, and by all programs. |

        | Option | Meaning |
        | --- | --- |
        | `--programs KIND` | random: histories of random programs, one in five corrupted. enumerated: all histories of the programs of a fixed family, each with a corrupted sibling. alarms takes both without corruptions. Default: random. |
        | `--histories N` | Number of histories of random programs; with observability, of each mutant; with figures and throughput, of each turn; with search, the most of each mutant and seed. Default: 10000, with observability 200, with figures and throughput 1000. |
        | `--seed N\|random` | Seed of the programs, decimal or 0x...; 'random' draws one and prints it. Default: 1. |
        | `--bound N` | Most states that an acceptor follows; a history with more is beyond the bound. Default: 2000. |
        | `--jobs N` | Number of threads that measure at a time. Default: 1. |
        | `--mutants PATTERN` | With observability, minimality and search: which mutants to measure. Default: those of dependencies, limits, suspension, cancellation and priorities; with search, all. |
        | `--seeds LIST` | With search: seeds to hunt every mutant with: 1,2,0x7. Default: 1. |
        | `--blind N` | With search: hunt the first N blind mutants of a draw instead, which nobody has chosen; mutant:blind-1-7 of 'run' is number 7 of draw 1. |
        | `--draw N` | With search: the number of the draw of --blind. Default: 1. |
        | `--scan` | With search: hunt with scanned programs, too: each runs also with a lane held at each point of the subject in turn. |
        | `--operations N` | With minimality and explorer: most operations of the small programs, 1 to 4. Default: 3. |
        | `--part PART` | With explorer: one part of the comparison. reductions: with what explorations leave out. neighbours: histories of small programs, and what one change makes of them. histories: all histories of all programs at once. spin: states and speed, in turns with SPIN. Default: the first three. |
        | `--subject SUBJECT` | With throughput: what to measure, a queue of operations: any SUBJECT of 'run'. Default: the reference queue. |
        | `--against FILE` | With figures: say what has changed since those of this file, written with --json. |
        | `--json PATH` | With figures and search: write them as JSON to this file, too. |
        | `--markdown PATH` | With figures and search: write them as Markdown to this file, too. |
        | `--findings DIR` | Where findings are written. Default: .oqcheck. |
        """#))
  }

  /// Longer than a function may be.
  private static let end =
    #"""
    ## `oqcheck selftest`

    Check the suite itself.

    ```
    oqcheck selftest
    ```

    ```
    oqcheck selftest  # does the suite work on this machine?
    ```

    ## `oqcheck expect`

    Bring a file of expectations up to date with a report.

    ```
    oqcheck expect ACTION FILE REPORT [--reason TEXT] [--link URL] [--until DAY]
      [--pinned]
    ```

    accept adds a cause by its trigger, and asks for a reason and a link. prune only removes. Spec/FailureFiles.md describes the file.

    | Argument | Meaning |
    | --- | --- |
    | `ACTION` | What to do. accept: add what the report shows and the file does not expect. prune: remove what the report does not show. |
    | `FILE` | The file of expectations, as for 'run --expect'. |
    | `REPORT` | A JSON report of a run. |

    | Option | Meaning |
    | --- | --- |
    | `--reason TEXT` | With accept: why it is accepted. |
    | `--link URL` | With accept: where to read more. |
    | `--until DAY` | With accept: the last day on which it is expected. |
    | `--pinned` | With accept: a cause that shows with a lane held is expected with that hold alone. How a race is made to show differs from run to run, so leave this out unless two causes differ in it. |

    ```
    oqcheck expect accept known.txt results.json --reason 'keeps a counter' --link https://example.org/1  # expect what the report shows
    oqcheck expect prune known.txt results.json  # remove what is gone
    ```

    ## `oqcheck completion`

    Print what completes command lines in a shell.

    ```
    oqcheck completion SHELL
    ```

    bash: source \<(oqcheck completion bash). zsh: write it to a file \_oqcheck in a directory of $fpath. fish: oqcheck completion fish \| source.

    | Argument | Meaning |
    | --- | --- |
    | `SHELL` | The shell: bash, zsh or fish. |

    ```
    oqcheck completion fish  # what a file in fish's completions holds
    ```

    ## `oqcheck help`

    Explain the program or a command.

    ```
    oqcheck help [COMMAND] [--man]
    ```

    | Argument | Meaning |
    | --- | --- |
    | `COMMAND` | The command to explain. The program itself if left out. |

    | Option | Meaning |
    | --- | --- |
    | `--man` | Print everything as a manual page (roff) instead. |

    ```
    oqcheck help run  # all options of 'run'
    oqcheck help --man  # a manual page
    ```

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

    """#

  @Test func `its end reads as expected`() {
    let text = CommandReference.markdown()
    #expect(text.hasSuffix(Self.end))
  }
}
