import OQCommandLine
import OQText
import Testing

/// The examples at the end of help texts.
@Suite struct HelpExampleTests {
  @Test(arguments: CommandName.allCases)
  func `are command lines of their command, and show what is typed`(name: CommandName) throws {
    let examples = CommandTable.examples(of: name)
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(example.words.first == name.rawValue)
      #expect(throws: Never.self) { try Invocation.parse(example.words) }
      #expect(ShellWords.split(example.line) == [CommandTable.programName] + example.words)
    }
    #expect(Set(examples.map(\.line)).count == examples.count)
  }

  @Test func `stand at the end of the help`() {
    #expect(
      HelpText.text(.command(.run)).hasSuffix(
        """

        Examples:
          oqcheck run foundation --budget 2m --report html=report.html
            # two minutes, and a page
          oqcheck run reference --rules 'DEP-*' --programs 500
            # the rules of an area
          oqcheck run 'exec:python3 adapter.py' --fail-fast
            # a queue in any language, to a finding
          oqcheck run foundation --expect known.txt --report junit=results.xml
            # in CI

        """))
  }

  @Test func `can be copied where they take two lines`() throws {
    let text = HelpText.text(.command(.expect), width: 60)
    let shown = try #require(
      text.split(separator: "Examples:\n").last?.split(separator: "    # ").first)
    let words = ShellWords.split(shown.replacing("\\\n", with: ""))
    let example = try #require(CommandTable.examples(of: .expect).first)
    #expect(words == [CommandTable.programName] + example.words)
    #expect(shown.contains(" \\\n"))
  }
}
