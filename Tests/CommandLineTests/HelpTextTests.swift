import OQCommandLine
import OQReports
import OQText
import Testing

/// The complete help texts at 80 columns.
///
/// They are what users read, so every change shows here.
@Suite struct HelpTextTests {
  /// Longer than a function may be.
  private static let run = """
    Run programs against a subject and judge what happened.

    Usage:
      oqcheck run SUBJECT [--seed N|random] [--programs N] [--budget TIME]
                  [--only INDEX]... [--rules PATTERN]... [--profile NAME]
                  [--spec VERSION] [--min-exercised N] [--strict] [--jobs N]
                  [--shard I/N] [--vocabulary WORDS] [--expect FILE]
                  [--findings DIR] [--keep-histories DIR] [--corpus DIR]
                  [--report FORMAT=PATH]... [--since FILE] [--timings]
                  [--in-process] [--fail-fast] [--holds HOLDS] [--preload]
                  [--quiet | --table]

    Arguments:
      SUBJECT  What to judge: foundation, reference, model, dispatch, mutant:NAME,
               class:NAME, or a program that speaks the wire protocol, as exec:WORDS
               (split as a shell does, without expansion) or as 'exec: -- PROGRAM
               ARG...'. 'oqcheck subjects' lists the bundled ones.

    Options:
      --seed N|random       Seed of the programs, decimal or 0x...; 'random' draws
                            one and prints it. Default: 1.
      --programs N          Run the first N programs. With --budget, whichever ends
                            first.
      --budget TIME         Run programs for this long: 500ms, 30s, 2m, 1h. The work
                            on findings goes on after that: for half of this time,
                            over the wire for all of it, and for 12s where that is
                            more. A trial that has begun then comes to its end. A
                            program that takes its time is waited for as long as
                            this again, and for 1m where that is more. For a class
                            everything is included. Default: 30s unless --programs
                            or --only is given.
      --only INDEX          Run only the programs of these indices: 12, or 3,10-12.
                            Repeatable.
      --rules PATTERN       Judge only these rules: DEP-9, or 'DEP-*,LIMIT-1'.
                            Repeatable. Default: all.
      --profile NAME        Reading of the contract: core, guide or reference.
                            Default: core.
      --spec VERSION        Version of the specification: rules that were added or
                            became stricter later are left out. Default: 1.0.
      --min-exercised N     How often a rule must have been decided to count as
                            satisfied. Default: 1; 20 with --strict.
      --strict              Demand 20 decided cases of every rule.
      --jobs N              Number of workers that run programs at a time. Default:
                            OQCHECK_JOBS, then SLURM_CPUS_PER_TASK, else 1, or 4 for
                            an adapter, which waits mostly.
      --shard I/N           Run only part I (from 0) of N parts of the programs.
                            Default: from the environment, else everything.
      --vocabulary WORDS    Verbs and kinds that programs may use, as a report names
                            them. Default: what the subject offers and the rules
                            need.
      --expect FILE         Violations that are known; a stale entry is an error.
      --findings DIR        Where findings are written. Default: .oqcheck.
      --keep-histories DIR  Write the history of every program to DIR.
      --corpus DIR          Run the programs of this directory first, every time. Of
                            several shards only the first one runs them.
      --report FORMAT=PATH  Write a report, such as json=PATH or junit=PATH.
                            'oqcheck report --help' lists the formats. Repeatable.
      --since FILE          Say what is new, known and gone since this JSON report.
      --timings             Add clock, host and path values to the reports.
      --in-process          Drive the subject in this process, for debuggers and
                            sanitizers.
      --fail-fast           End at the first violation.
      --holds HOLDS         Hold lanes at points of the subject: scan (in one of 512
                            programs, more where clients meet), scan/N, random (at
                            drawn points) or off. Default: scan; off for classes.
      --preload             Load a library into an exec: adapter in C, C++ or
                            Objective-C that shows the points of its process.
      --quiet               Print nothing but findings and the outcome.
      --table               Print every rule, every finding with its proof, and what
                            was counted.
      -h, --help            Print help.

    A budget ends the sequence of programs and never changes its order. Without
    --shard the part comes from Bazel test sharding (TEST_SHARD_INDEX,
    TEST_TOTAL_SHARDS) or a Slurm job array (SLURM_ARRAY_TASK_*). Kubernetes indexed
    Jobs (JOB_COMPLETION_INDEX) and GNU parallel (PARALLEL_SEQ) do not tell the
    number of parts: set OQCHECK_SHARDS to this number.

    """

  @Test func `help: program`() {
    #expect(
      HelpText.text(.program)
        == """
        Conformance tests for operation queues.

        Usage:
          oqcheck COMMAND [ARGUMENT...] [OPTION...]

        Commands:
          run         Run programs against a subject and judge what happened.
          generate    Print the programs of a seed.
          replay      Run one program again and judge it.
          shrink      Make a failing program smaller while it breaks the same rule.
          check       Judge recorded histories without running anything.
          explore     Visit every state of a program on the model.
          ask         Answer questions about programs, by the model and by subjects.
          enumerate   Run every small program on a subject, and compare with the model.
          rules       List the rules.
          explain     Explain a rule, freedom, contested point, transition, word or
                      cell.
          subjects    List the bundled subjects.
          mutants     Measure which deliberately broken queues the rules detect.
          compare     Run the same programs against two subjects and compare.
          report      Join, convert or verify the reports of campaigns.
          bench       Measure the suite itself.
          doctor      Examine an adapter of the wire protocol step by step.
          serve       Offer a bundled subject over the wire.
          selftest    Check the suite itself.
          expect      Bring a file of expectations up to date with a report.
          completion  Print what completes command lines in a shell.
          help        Explain the program or a command.

        Options:
          -h, --help  Print help.
          --version   Print the version.

        Exit status:
          0   conformant
          1   violated
          2   inconclusive, below the minimum, or nothing ran
          3   subject unusable
          4   stale or unknown expectation
          64  usage: the command line is wrong
          65  malformed input file
          66  input file missing
          70  fault of the suite
          73  output cannot be written

        'oqcheck help COMMAND' explains a command.

        """)
  }

  @Test func `help: run`() { #expect(help(.run) == Self.run) }

  @Test func `help: generate`() {
    #expect(
      help(.generate)
        == """
        Print the programs of a seed.

        Usage:
          oqcheck generate [--seed N|random] [--only INDEX... | --programs N]
                           [--shard I/N] [--jobs N] [--subject SUBJECT]
                           [--rules PATTERN]... [--profile NAME] [--spec VERSION]
                           [--vocabulary WORDS]

        Options:
          --seed N|random     Seed of the programs, decimal or 0x...; 'random' draws one
                              and prints it. Default: 1.
          --only INDEX        Print only the programs of these indices: 12, or 3,10-12.
                              Repeatable.
          --programs N        Print the first N programs. Default: 1.
          --shard I/N         Print only part I (from 0) of N parts of the programs.
                              Default: everything.
          --jobs N            Number of programs to make at a time. Default: 1.
          --subject SUBJECT   Print the programs that 'oqcheck run' makes for this
                              subject. Default: none: programs with the whole
                              vocabulary, aimed at all rules.
          --rules PATTERN     Aim only at these rules, as 'oqcheck run --rules' does.
                              Repeatable. Default: all.
          --profile NAME      Reading of the contract: core, guide or reference.
                              Default: core.
          --spec VERSION      Version of the specification: rules that were added or
                              became stricter later are left out. Default: 1.0.
          --vocabulary WORDS  Verbs and kinds that programs may use, as a report names
                              them. Default: what the subject of --subject offers, else
                              all.
          -h, --help          Print help.

        The seed, the vocabulary and the rules decide which program an index stands for.
        With the --subject, --rules, --profile, --spec and --vocabulary of a run, the
        programs are those of the run.

        """)
  }

  @Test func `help: replay`() {
    #expect(
      help(.replay)
        == """
        Run one program again and judge it.

        Usage:
          oqcheck replay FILE [--times N] [--without-pins] [--scan] [--causality]
                         [--history PATH] [--excuses] [--subject SUBJECT | --trust]
                         [--preload]

        Arguments:
          FILE  A program (.oqprogram) or a finding (.oqrepro).

        Options:
          --times N          How often to run the program. Default: 1.
          --without-pins     Do not follow the order of harness points that the file
                             holds.
          --scan             Hold a lane at each point of the subject in turn, such as
                             the unlock of a mutex, and say which holds show the
                             failure.
          --causality        Follow a failing run up to each event, and say which one
                             decides.
          --history PATH     Write the history of the last run to this file, whatever it
                             shows.
          --excuses          Print the history of the last run, what has not come in it
                             and why no rule misses that, and what each rule says that
                             decided nothing.
          --subject SUBJECT  What to run the program on: any SUBJECT of 'run'. Default:
                             the subject that the file names.
          --trust            Run the exec: subject that the file names: for files of
                             your own.
          --preload          Load a library into an exec: adapter in C, C++ or
                             Objective-C that shows the points of its process.
          -h, --help         Print help.

        Status 1 means that a run showed again what the file says, or any violation if
        the file says nothing. Status 2 means that no run did. One run proves little
        about a failure that needs luck: the file says how often the failure showed, and
        --times 20 tries as often as 'run' does. With --scan the program runs once for
        each point, and --times as often with the best hold; then a failure that needs
        one thread to stand while another goes on shows every time.

        """)
  }

  @Test func `help: shrink`() {
    #expect(
      help(.shrink)
        == """
        Make a failing program smaller while it breaks the same rule.

        Usage:
          oqcheck shrink FILE [--subject SUBJECT | --trust]

        Arguments:
          FILE  A program (.oqprogram) or a finding (.oqrepro).

        Options:
          --subject SUBJECT  What to run the program on: any SUBJECT of 'run'. Default:
                             the subject that the file names.
          --trust            Run the exec: subject that the file names: for files of
                             your own.
          -h, --help         Print help.

        """)
  }

  @Test func `help: check`() {
    #expect(
      help(.check)
        == """
        Judge recorded histories without running anything.

        Usage:
          oqcheck check HISTORY... [--vectors | --rules PATTERN...] [--profile NAME]
                        [--spec VERSION]

        Arguments:
          HISTORY  A recorded history, or a finding (.oqrepro), whose history is taken;
                   or a directory of such files.

        Options:
          --rules PATTERN  Judge only these rules: DEP-9, or 'DEP-*,LIMIT-1'.
                           Repeatable. Default: all.
          --profile NAME   Reading of the contract: core, guide or reference. Default:
                           core.
          --spec VERSION   Version of the specification: rules that were added or became
                           stricter later are left out. Default: 1.0.
          --vectors        Each HISTORY is a directory of vectors (Spec/Vectors).
          -h, --help       Print help.

        Without --rules the model judges, too, as in a campaign. A history is
        unexplained if it breaks no rule and the model has no run with it; then the
        status is 1. BLOCK-3 is left out, because a history does not show whether its
        subject can run the blocks of an operation at once. Of several histories, one
        line says what came of each, and the status is the first of 1, 2 and 0 that fits
        one of them.

        """)
  }

  @Test func `help: rules`() {
    #expect(
      help(.rules)
        == """
        List the rules.

        Usage:
          oqcheck rules [PATTERN] [--profile NAME] [--spec VERSION]
                        [--report FORMAT=PATH]...

        Arguments:
          PATTERN  A rule id such as DEP-9, or an area such as 'DEP-*'. All rules if
                   left out.

        Options:
          --profile NAME        List only what this reading of the contract enforces
                                (core, guide or reference), with the outcomes that it
                                accepts. Default: the rules of all profiles.
          --spec VERSION        Version of the specification: rules that were added or
                                became stricter later are left out. Default: 1.0.
          --report FORMAT=PATH  Write the rules that are listed in a format, such as
                                json=PATH. Repeatable.
          -h, --help            Print help.

        """)
  }

  @Test func `help: explain`() {
    #expect(
      help(.explain)
        == """
        Explain a rule, freedom, contested point, transition, word or cell.

        Usage:
          oqcheck explain TOPIC [NAME]...

        Arguments:
          TOPIC  A rule (DEP-9), a freedom (ND-12), a contested point (C-5), a line of a
                 source (S0:213), a word of reports and pages (unexplained, stalled,
                 canary), or the word transition or cell.
          NAME   After the word transition its name (dispatch, release), or all of them
                 if left out. After the word cell a verb and facts, of which a program
                 is composed: cancel phase=queued kind=block.

        Options:
          -h, --help  Print help.

        """)
  }

  @Test func `help: subjects`() {
    #expect(
      help(.subjects)
        == """
        List the bundled subjects.

        Usage:
          oqcheck subjects

        Options:
          -h, --help  Print help.

        """)
  }

  @Test func `help: mutants`() {
    #expect(
      help(.mutants)
        == """
        Measure which deliberately broken queues the rules detect.

        Usage:
          oqcheck mutants [PATTERN] [--seeds LIST] [--budget TIME]
                          [--keep DIR | --matrix DIR] [--report FORMAT=PATH]...

        Arguments:
          PATTERN  Mutants, the rules or areas that they break, or 'rare'; several with
                   commas. All mutants if left out.

        Options:
          --seeds LIST          Seeds to run every mutant with: 1,2,0x7. Default: 1.
          --budget TIME         Hunt a mutant with a seed for this long (500ms, 30s,
                                2m), the shrinking of its killer included. Default: 30s.
          --keep DIR            Bring the killers of this directory up to date instead,
                                one file for each mutant.
          --matrix DIR          Run every killer of this directory on every mutant
                                instead.
          --report FORMAT=PATH  Write the table in a format, such as json=PATH.
                                Repeatable.
          -h, --help            Print help.

        With several seeds, a mutant is killed if every seed kills it. Its row is that
        of the seed that took longest.

        With --keep, a killer that still kills stays as it is. A missing killer is
        hunted and made small. Without PATTERN, files of mutants that no longer exist
        are removed and the table of all killers, README.md, is written. Status 0 means
        that every mutant has a killer that shows nothing on the reference queue. Status
        1 means that a mutant has none.

        With --matrix, status 1 means that some mutants cannot be told apart: the same
        killers kill them by the same rules. The command names these mutants.

        """)
  }

  @Test func `help: report`() {
    // A further format changes this paragraph and no other line.
    let formats = TextWrapping.lines(
      ReportFormats.paragraph + " The path '-' is standard output. The text for people goes there "
        + "unless a report does.", width: 80)
    #expect(
      help(.report)
        == """
        Join, convert or verify the reports of campaigns.

        Usage:
          oqcheck report ACTION FILE... [--report FORMAT=PATH]... [--findings DIR]
                         [--expect FILE] [--since FILE] [--partial] [--table]
                         [--subject SUBJECT | --trust]

        Arguments:
          ACTION  What to do. merge: join the reports of the parts of one campaign.
                  convert: write one report in other formats. verify: run again what one
                  report claims.
          FILE    merge: JSON reports of runs with --shard, each part once, in any
                  order. verify, convert: one JSON report; FORMAT=PATH may follow it
                  without --report.

        Options:
          --report FORMAT=PATH  Write the report in a format, such as junit=PATH.
                                Repeatable.
          --findings DIR        merge, convert: the directory of the failure files, with
                                which the commands that show a finding again name them.
          --expect FILE         Violations that are known; a stale entry is an error.
          --since FILE          Say what is new, known and gone since this JSON report.
          --partial             merge: do without parts that are missing, and say which
                                they are.
          --table               Print every rule, every finding with its proof, and what
                                was counted.
          --subject SUBJECT     What to run the program on: any SUBJECT of 'run'.
                                Default: the subject that the file names.
          --trust               Run the exec: subject that the file names: for files of
                                your own.
          -h, --help            Print help.

        \(formats.joined(separator: "\n"))

        The report of all parts is that of the whole campaign: counts are added,
        verdicts and the outcome are found anew, and of the findings that blame the same
        the first one is kept. The exit status is that of the whole campaign. Status 65
        means that the reports are not the parts of one campaign: a part is missing or
        given twice, or they differ in seed, subject, rules, profile, vocabulary, or the
        version of the command or of the specification. With --partial a part may be
        missing; the answer is then violated or inconclusive, never conformant.

        What the parts expected, or a file of --expect, does not count for the status of
        the whole, and the report says of each violation whether it is expected. Only
        the whole can tell what no longer shows: that is status 4.

        A report is converted to what 'oqcheck run' wrote in that format. It does not
        know the directory of the failure files: without --findings, commands name the
        files alone, and run where these are. The exit status is 0, whatever the report
        says.

        To verify a report, each finding that is said to show again runs until it does,
        at most 20 times. Status 0 means that all of them did, status 2 that some did
        not, or that there is none.

        """)
  }

  @Test func `help: bench`() {
    #expect(help(.bench) == Self.bench)
  }

  /// Longer than a function may be.
  private static let bench = """
    Measure the suite itself.

    Usage:
      oqcheck bench [BENCHMARK] [--programs KIND] [--histories N] [--seed N|random]
                    [--bound N] [--jobs N] [--mutants PATTERN | --blind N]
                    [--seeds LIST] [--draw N] [--scan] [--operations N]
                    [--part PART] [--subject SUBJECT] [--against FILE] [--json PATH]
                    [--markdown PATH] [--findings DIR]

    Arguments:
      BENCHMARK  What to measure; figures if left out. figures: what each part of
                 the suite costs, in turns with something to compare it with.
                 differential: whether the reduced acceptor of histories says the
                 same as the unreduced one. alarms: whether a rule accuses a legal
                 history that the model made. rejection: what the oracles notice
                 when one event of a legal history is moved or deleted. reach: which
                 parts of the model, which contexts of rules, and which facts
                 together the programs reach, and why not others. observability: how
                 much of what mutants do wrong their histories prove. minimality:
                 whether a program smaller than the shrunk killer kills a mutant,
                 too. explorer: whether what explorations leave out changes an
                 answer, and whether explorer, simulator and acceptor agree.
                 throughput: how many programs a second run on a subject, in turns
                 with the reference queue. search: after how many programs mutants
                 are killed by programs that know no rule, and by all programs.

    Options:
      --programs KIND    random: histories of random programs, one in five
                         corrupted. enumerated: all histories of the programs of a
                         fixed family, each with a corrupted sibling. alarms takes
                         both without corruptions. Default: random.
      --histories N      Number of histories of random programs; with observability,
                         of each mutant; with figures and throughput, of each turn;
                         with search, the most of each mutant and seed. Default:
                         10000, with observability 200, with figures and throughput
                         1000.
      --seed N|random    Seed of the programs, decimal or 0x...; 'random' draws one
                         and prints it. Default: 1.
      --bound N          Most states that an acceptor follows; a history with more
                         is beyond the bound. Default: 2000.
      --jobs N           Number of threads that measure at a time. Default: 1.
      --mutants PATTERN  With observability, minimality and search: which mutants to
                         measure. Default: those of dependencies, limits,
                         suspension, cancellation and priorities; with search, all.
      --seeds LIST       With search: seeds to hunt every mutant with: 1,2,0x7.
                         Default: 1.
      --blind N          With search: hunt the first N blind mutants of a draw
                         instead, which nobody has chosen; mutant:blind-1-7 of 'run'
                         is number 7 of draw 1.
      --draw N           With search: the number of the draw of --blind. Default: 1.
      --scan             With search: hunt with scanned programs, too: each runs
                         also with a lane held at each point of the subject in turn.
      --operations N     With minimality and explorer: most operations of the small
                         programs, 1 to 4. Default: 3.
      --part PART        With explorer: one part of the comparison. reductions: with
                         what explorations leave out. neighbours: histories of small
                         programs, and what one change makes of them. histories: all
                         histories of all programs at once. spin: states and speed,
                         in turns with SPIN. Default: the first three.
      --subject SUBJECT  With throughput: what to measure, a queue of operations:
                         any SUBJECT of 'run'. Default: the reference queue.
      --against FILE     With figures: say what has changed since those of this
                         file, written with --json.
      --json PATH        With figures and search: write them as JSON to this file,
                         too.
      --markdown PATH    With figures and search: write them as Markdown to this
                         file, too.
      --findings DIR     Where findings are written. Default: .oqcheck.
      -h, --help         Print help.

    differential, alarms: status 0 means that no history was answered differently or
    wrongly accused, and that at most one in ten was beyond the bound of an
    acceptor. Status 1 means that some were answered differently or accused: they
    are printed and written to the directory of findings. Status 2 means that more
    than one in ten was beyond the bound, that programs were left out, or that the
    measurement was ended before its time.

    figures, throughput: status 0 whatever the figures are, 2 if the measurement was
    ended before its time. Spec/Speed.md says how each figure is measured.

    The others: status 0 means that the figure is what Spec/Trust.md wants, 1 that
    the figure is not, 2 that nothing was measured or that the measurement was ended
    before its time.

    """

  @Test func `help: help`() {
    #expect(
      help(.help)
        == """
        Explain the program or a command.

        Usage:
          oqcheck help [COMMAND] [--man]

        Arguments:
          COMMAND  The command to explain. The program itself if left out.

        Options:
          --man       Print everything as a manual page (roff) instead.
          -h, --help  Print help.

        """)
  }

  @Test(arguments: CommandName.allCases, [60, 80, 132])
  func `help fits its width`(name: CommandName, width: Int) {
    let lines = HelpText.text(.command(name), width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width && $0.last != " " })
  }

  @Test func `titles are bold where styles are wanted`() {
    let text = HelpText.text(.command(.check), palette: Palette(isEnabled: true))
    #expect(text.contains("\u{1B}[1mUsage:\u{1B}[0m\n"))
    let plain = text.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
    #expect(plain == HelpText.text(.command(.check)))
  }
}
