import OQCommandLine
import OQReports
import Testing

@Suite struct UsageErrorTests {
  private static let rulesKind = "rule ids, or areas and '-*', with commas between them"
  private static let seedKind =
    "a decimal or 0x-prefixed hexadecimal number below 2^64, or 'random'"
  private static let subjectKind =
    "a subject: NAME, mutant:NAME, exec:WORDS with complete quotations,"
    + " or 'exec: -- PROGRAM ARG...'"
  private static let indexKind = "an index from 0, or several as in 3,10-12 (at most 100000)"
  private static let countKind = "a decimal number of at least 1"
  private static let budgetKind = "a time above zero such as 500ms, 30s, 2m or 1h"
  private static let shardKind = "I/N with the shard I from 0 and the number of shards N above I"
  private static let seedsKind =
    "decimal or 0x-prefixed hexadecimal numbers below 2^64 with commas between them"

  /// What stands for a list of formats in an error.
  private static func formats(_ formats: [any ReportFormat]) -> String {
    let words = formats.map { "\($0.name)=PATH" }
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  @Test(arguments: [
    ("", "no command given"),
    ("rnu", "unknown command 'rnu'; did you mean 'run'?"),
    ("frobnicate", "unknown command 'frobnicate'"),
    ("--sed", "unknown option --sed"),
    ("--versoin", "unknown option --versoin; did you mean --version?"),
    ("--hepl=x", "unknown option --hepl; did you mean --help?"),
    ("-x", "unknown option -x"),
    ("--seed 3 run s", "option --seed belongs after the command"),
    ("--seed=3 run s", "option --seed belongs after the command"),
    ("run s --sed 3", "unknown option --sed; did you mean --seed?"),
    ("run s --sed=3", "unknown option --sed; did you mean --seed?"),
    ("run s --prog 3", "unknown option --prog; did you mean --programs?"),
    ("run s --xyzzy", "unknown option --xyzzy"),
    ("run s -s 3", "unknown option -s"),
    ("run s --times 3", "unknown option --times"),
    ("run s --=3", "unknown option --"),
    ("run s --seed", "option --seed needs a value: \(seedKind)"),
    ("run s --rules --strict", "option --rules needs a value: \(rulesKind)"),
    ("run s --findings -- x", "option --findings needs a value: a path"),
    ("run s --strict=yes", "option --strict takes no value, but 'yes' was given"),
    ("run s --strict=", "option --strict takes no value, but '' was given"),
    ("run s --seed 1 --seed 1", "option --seed is given more than once"),
    ("run s --quiet --quiet", "option --quiet is given more than once"),
    ("run", "missing argument SUBJECT"),
    ("run --", "missing argument SUBJECT"),
    ("replay", "missing argument FILE"),
    ("check", "missing argument HISTORY"),
    ("explain", "missing argument TOPIC"),
    ("run a b", "unexpected argument 'b'"),
    ("run a -- b", "unexpected argument 'b'"),
    ("run exec: b", "unexpected argument 'b'"),
    ("run exec: b -- c", "unexpected argument 'b'"),
    ("subjects x", "unexpected argument 'x'"),
    ("help run check", "unexpected argument 'check'"),
    ("generate --only 1 --programs 2", "options --only and --programs cannot be used together"),
    ("generate --only 1 --shard 0/2", "options --only and --shard cannot be used together"),
    (
      "run s --programs 10 --only 3 --only 10",
      "--only 10 lies outside --programs 10, whose last index is 9"
    ),
    (
      "run --in-process -- exec:adapter",
      "option --in-process does not apply to an exec: subject, which is a process of its own"
    ),
    (
      "run --in-process exec: -- python3 adapter.py",
      "option --in-process does not apply to an exec: subject, which is a process of its own"
    ),
    ("run s --report json=a --report junit=a", "two reports would be written to 'a'"),
    ("report convert a json=- junit=-", "two reports would be written to '-'"),
    ("report convert a json=b --report json=b", "two reports would be written to 'b'"),
    ("mutants --report json=a --report json=a", "two reports would be written to 'a'"),
  ])
  func `tells what is wrong`(line: String, text: String) {
    #expect(errorText(line.split(separator: " ").map { String($0) }) == text)
  }

  @Test(arguments: [
    ("run exec:", "exec:", "SUBJECT", subjectKind, ""),
    ("run mutant:", "mutant:", "SUBJECT", subjectKind, ""),
    ("run exec:'a", "exec:'a", "SUBJECT", subjectKind, ""),
    ("replay f --subject exec:", "exec:", "--subject", subjectKind, ""),
    ("run s --seed -1", "-1", "--seed", seedKind, ""),
    ("run s --seed +1", "+1", "--seed", seedKind, ""),
    ("run s --seed 0x", "0x", "--seed", seedKind, ""),
    ("run s --seed 0x+1", "0x+1", "--seed", seedKind, ""),
    ("run s --seed 18446744073709551616", "18446744073709551616", "--seed", seedKind, ""),
    ("run s --programs 0", "0", "--programs", countKind, ""),
    ("run s --programs 10k", "10k", "--programs", countKind, ""),
    ("run s --jobs 1.5", "1.5", "--jobs", countKind, ""),
    ("run s --min-exercised 0", "0", "--min-exercised", countKind, ""),
    ("replay f --times 0", "0", "--times", countKind, ""),
    ("run s --budget 30", "30", "--budget", budgetKind, ""),
    ("run s --budget 0s", "0s", "--budget", budgetKind, ""),
    ("run s --budget s", "s", "--budget", budgetKind, ""),
    ("run s --budget 1.5s", "1.5s", "--budget", budgetKind, ""),
    ("run s --budget 9223372036854775807h", "9223372036854775807h", "--budget", budgetKind, ""),
    ("run s --only 5-3", "5-3", "--only", indexKind, ""),
    ("run s --only 1,,2", "1,,2", "--only", indexKind, ""),
    ("run s --only 0-100000", "0-100000", "--only", indexKind, ""),
    ("run s --only 0-99998,5,7", "0-99998,5,7", "--only", indexKind, ""),
    (
      "run s --only 0-18446744073709551615", "0-18446744073709551615", "--only", indexKind, ""
    ),
    (
      "run s --profile coer", "coer", "--profile", "core, guide or reference",
      "; did you mean 'core'?"
    ),
    ("run s --profile all", "all", "--profile", "core, guide or reference", ""),
    ("run s --shard 3/3", "3/3", "--shard", shardKind, ""),
    ("run s --shard 0/0", "0/0", "--shard", shardKind, ""),
    ("run s --shard 1", "1", "--shard", shardKind, ""),
    ("run s --rules DEP-9,,DEP-1", "DEP-9,,DEP-1", "--rules", rulesKind, ""),
    ("run s --vocabulary a,,b", "a,,b", "--vocabulary", "words with commas between them", ""),
    ("run s --report pdf=a", "pdf=a", "--report", formats(ReportFormats.all), ""),
    ("run s --report json=", "json=", "--report", formats(ReportFormats.all), ""),
    ("run s --report json", "json", "--report", formats(ReportFormats.all), ""),
    (
      "run s --report jnuit=a=b", "jnuit=a=b", "--report", formats(ReportFormats.all),
      "; did you mean 'junit=a=b'?"
    ),
    (
      "mutants --report junit=a", "junit=a", "--report", formats(ReportFormats.ofMutants), ""
    ),
    (
      "report convert a.json b.json", "b.json", "FORMAT=PATH", formats(ReportFormats.all), ""
    ),
    (
      "report convert a.json jso=b", "jso=b", "FORMAT=PATH", formats(ReportFormats.all),
      "; did you mean 'json=b'?"
    ),
    ("mutants --seeds 1,random", "1,random", "--seeds", seedsKind, ""),
    ("help rnu", "rnu", "COMMAND", "a command", "; did you mean 'run'?"),
  ])
  func `names the value, its place and what was expected`(
    line: String, value: String, place: String, expected: String, suggestion: String
  ) {
    #expect(
      errorText(line.split(separator: " ").map { String($0) })
        == "invalid value '\(value)' for \(place): expected \(expected)\(suggestion)")
  }

  @Test func `an exec subject needs a program`() {
    #expect(
      errorText(["run", "exec:", "--", ""])
        == "invalid value '' for SUBJECT: expected \(Self.subjectKind)")
  }

  @Test func `shows control characters as escapes`() {
    #expect(errorText(["a\u{1B}[2J\n\u{202E}b"]) == #"unknown command 'a\u{1B}[2J\n\u{202E}b'"#)
  }

  @Test func `says where to read on and how to exit`() {
    let inside = UsageError(.missingArgument("FILE"), command: .replay)
    let outside = UsageError(.unknownCommand("xyzzy", suggestion: nil))
    #expect(inside.hint == "See 'oqcheck replay --help'.")
    #expect(outside.hint == "See 'oqcheck --help'.")
    #expect(inside.exitStatus == .usage)
    #expect(throws: inside) { try parse("replay") }
    #expect(throws: outside) { try parse("xyzzy") }
    #expect(UsageError(.missingCommand).hint.hasPrefix("First steps:\n  oqcheck run "))
    #expect(throws: UsageError(.missingCommand)) { try parse("") }
  }
}
