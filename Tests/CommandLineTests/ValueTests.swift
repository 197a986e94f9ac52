import OQCommandLine
import OQText
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    ("0", UInt64(0)), ("18446744073709551615", .max), ("0xFFffFFffFFffFFff", .max), ("0x0", 0),
    ("007", 7),
  ])
  func `reads seeds`(text: String, seed: UInt64) {
    #expect(SeedChoice(text) == .fixed(seed))
  }

  @Test(arguments: [
    "", "x", "0X1", "1e3", "0x-1", "-0", " 1", "٣", "Random", "0x10000000000000000",
  ])
  func `refuses what is no seed`(text: String) {
    #expect(SeedChoice(text) == nil)
  }

  @Test func `reads and writes shards`() {
    #expect(Shard("0/1")?.description == "0/1")
    #expect(Shard("7/8")?.index == 7)
    #expect(Shard("7/8")?.count == 8)
    for text in ["8/8", "-1/8", "1/8/9", "/8", "1/", "", "1/+8", "1 /8"] {
      #expect(Shard(text) == nil)
    }
    #expect(Shard(index: -1, count: 2) == nil)
  }

  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("2m", .seconds(120)),
    ("1h", .seconds(3600)), ("9223372036854775807ms", .milliseconds(Int64.max)),
  ])
  func `reads budgets`(text: String, budget: Duration) throws {
    guard case .run(let options) = try parse("run s --budget \(text)") else {
      Issue.record("not a run")
      return
    }
    #expect(options.budget == budget)
  }

  @Test(arguments: [
    ("", []), ("  a\tb\n c ", ["a", "b", "c"]), ("a'b c'd", ["ab cd"]), ("'' \"\"", ["", ""]),
    (#"a\ b \\ \' \""#, ["a b", "\\", "'", "\""]), (#""a\"b\\c\$d\`e\f""#, [#"a"b\c$d`e\f"#]),
    (#"'a\'"#, [#"a\"#]), ("$HOME *.c ~ ; | # >", ["$HOME", "*.c", "~", ";", "|", "#", ">"]),
    ("a\\\nb \"c\\\nd\"", ["ab", "cd"]), ("ü'日 本'", ["ü日 本"]),
  ])
  func `splits words as a shell does`(text: String, words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'", "\"", "a'b", "a\\", "\"a\\\"", "'a' \"b"])
  func `refuses unfinished quotations`(text: String) {
    #expect(ShellWords.split(text) == nil)
  }

  @Test(arguments: [
    ("plain-1.0/x:y@z%+=,_", "plain-1.0/x:y@z%+=,_"), ("", "''"), ("a b", "'a b'"),
    ("it's", #"'it'\''s'"#), ("$x", "'$x'"), ("*", "'*'"), ("~", "'~'"), ("a\\b\"\n", "'a\\b\"\n'"),
  ])
  func `quotes words so that they are read back`(word: String, quoted: String) {
    #expect(ShellWords.quote(word) == quoted)
    #expect(ShellWords.split(quoted) == [word])
  }

  @Test func `subjects are read back from what is printed`() {
    let subjects: [SubjectReference] = [
      .named("model"), .mutant("a b"), .exec(["./a b", "", "it's", "--x=1"]),
    ]
    for subject in subjects {
      #expect(SubjectReference(subject.description) == subject)
    }
    #expect(SubjectReference("") == nil)
    #expect(SubjectReference("exec:''") == nil)
    #expect(SubjectReference(program: []) == nil)
  }

  @Test(arguments: [
    ("a\tb\r\n", #"a\tb\r\n"#), ("\u{7F}\u{9B}\u{0}", #"\u{7F}\u{9B}\u{0}"#),
    ("é日 🙂", "é日 🙂"), ("\u{2028}\u{200F}", #"\u{2028}\u{200F}"#),
  ])
  func `makes control characters visible`(text: String, printable: String) {
    #expect(text.printable == printable)
  }
}
