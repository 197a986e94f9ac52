import OQCommandLine
import Testing

/// The complete help texts at 80 columns of further commands.
@Suite struct LaterHelpTextTests {
  @Test func `help: selftest`() {
    #expect(
      help(.selftest)
        == """
        Check the suite itself.

        Usage:
          oqcheck selftest

        Options:
          -h, --help  Print help.

        """)
  }

  @Test func `help: expect`() {
    #expect(
      help(.expect)
        == """
        Bring a file of expectations up to date with a report.

        Usage:
          oqcheck expect ACTION FILE REPORT [--reason TEXT] [--link URL] [--until DAY]
                         [--pinned]

        Arguments:
          ACTION  What to do. accept: add what the report shows and the file does not
                  expect. prune: remove what the report does not show.
          FILE    The file of expectations, as for 'run --expect'.
          REPORT  A JSON report of a run.

        Options:
          --reason TEXT  With accept: why it is accepted.
          --link URL     With accept: where to read more.
          --until DAY    With accept: the last day on which it is expected.
          --pinned       With accept: a cause that shows with a lane held is expected
                         with that hold alone. How a race is made to show differs from
                         run to run, so leave this out unless two causes differ in it.
          -h, --help     Print help.

        accept adds a cause by its trigger, and asks for a reason and a link. prune only
        removes. Spec/FailureFiles.md describes the file.

        """)
  }

  @Test func `help: completion`() {
    #expect(
      help(.completion)
        == """
        Print what completes command lines in a shell.

        Usage:
          oqcheck completion SHELL

        Arguments:
          SHELL  The shell: bash, zsh or fish.

        Options:
          -h, --help  Print help.

        bash: source <(oqcheck completion bash). zsh: write it to a file _oqcheck in a
        directory of $fpath. fish: oqcheck completion fish | source.

        """)
  }
}
