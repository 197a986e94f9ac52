import OQText

/// A command line that shows what a command is good for.
package struct CommandExample: Hashable, Sendable {
  /// The words after the name of the program.
  package let words: [String]
  /// What it does, without a full stop.
  package let meaning: String

  init(_ words: String, _ meaning: String) {
    self.words = ShellWords.split(words) ?? []
    self.meaning = meaning
  }

  /// What somebody types, word by word.
  var typed: [String] { [CommandTable.programName] + words.map { ShellWords.quote($0) } }

  /// What somebody types.
  package var line: String { typed.joined(separator: " ") }
}

extension CommandTable {
  /// Examples of a command, at the end of its help.
  ///
  /// - Parameter name: the command.
  /// - Returns: at least one.
  package static func examples(of name: CommandName) -> [CommandExample] {
    switch name {
    case .run, .replay, .shrink, .check, .subjects, .compare, .doctor, .serve:
      examplesOnSubjects(name)
    case .generate:
      [
        CommandExample("generate --seed 7 --programs 3", "three programs of a seed"),
        CommandExample(
          "generate --subject foundation --seed 0x1 --only 25", "program 25 of such a run"),
      ]
    case .explore:
      [CommandExample("explore small.oqprogram --profile core", "all states of a program")]
    case .ask:
      [
        CommandExample("ask Spec/Litmus", "every question that is kept, of the model"),
        CommandExample(
          "ask Spec/Litmus/add-twice.oqask --on foundation", "one of them, of a queue as well"),
      ]
    case .enumerate:
      [CommandExample("enumerate reference --operations 2", "all programs of two operations")]
    case .rules:
      [
        CommandExample("rules 'DEP-*'", "the rules of dependencies"),
        CommandExample("rules --report json=rules.json", "all of them for another program"),
      ]
    case .explain:
      [
        CommandExample("explain DEP-9", "all about a rule"),
        CommandExample("explain unexplained", "a word of a report"),
      ]
    case .mutants:
      [CommandExample("mutants 'LIMIT-*' --budget 10s", "mutants that break limits")]
    case .bench: [CommandExample("bench alarms --histories 20000", "look for false alarms")]
    case .report, .expect: examplesOnReports(name)
    case .selftest: [CommandExample("selftest", "does the suite work on this machine?")]
    case .completion:
      [CommandExample("completion fish", "what a file in fish's completions holds")]
    case .help:
      [
        CommandExample("help run", "all options of 'run'"),
        CommandExample("help --man", "a manual page"),
      ]
    }
  }

  private static func examplesOnSubjects(_ name: CommandName) -> [CommandExample] {
    let finding = ".oqcheck/DEP-9-c91c00f5.oqrepro"
    return switch name {
    case .run:
      [
        CommandExample(
          "run foundation --budget 2m --report html=report.html", "two minutes, and a page"),
        CommandExample("run reference --rules 'DEP-*' --programs 500", "the rules of an area"),
        CommandExample(
          "run 'exec:python3 adapter.py' --fail-fast", "a queue in any language, to a finding"),
        CommandExample(
          "run foundation --expect known.txt --report junit=results.xml", "in CI"),
      ]
    case .replay:
      [
        CommandExample("replay \(finding) --times 20", "how often does it show?"),
        CommandExample("replay \(finding) --scan", "with a lane held at each point in turn"),
      ]
    case .shrink:
      [CommandExample("shrink big.oqprogram --subject foundation", "the smallest that fails")]
    case .check:
      [
        CommandExample("check \(finding)", "judge the history of a finding again"),
        CommandExample("check histories --rules 'DEP-*'", "a directory of recorded histories"),
      ]
    case .compare:
      [CommandExample("compare foundation reference --programs 1000", "where do they differ?")]
    case .doctor:
      [CommandExample("doctor 'exec:python3 adapter.py'", "what is wrong with an adapter?")]
    case .serve: [CommandExample("serve reference", "answer on standard input and output")]
    default: [CommandExample("subjects", "what can be judged")]
    }
  }

  private static func examplesOnReports(_ name: CommandName) -> [CommandExample] {
    name == .expect
      ? [
        CommandExample(
          "expect accept known.txt results.json --reason 'keeps a counter' "
            + "--link https://example.org/1", "expect what the report shows"),
        CommandExample("expect prune known.txt results.json", "remove what is gone"),
      ]
      : [
        CommandExample(
          "report merge 0.json 1.json --report json=report.json", "join two parts"),
        CommandExample(
          "report convert results.json html=report.html --findings .oqcheck",
          "a page of a report"),
        CommandExample("report verify results.json", "do its findings still show?"),
      ]
  }
}
