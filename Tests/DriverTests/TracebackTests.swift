import OQDriver
import Testing

/// What is read of the errors that adapters write of.
@Suite struct `A traceback` {
  @Test func `of Python ends with its error`() throws {
    let output = """
      starting
      Exception in thread Thread-3 (run):
      Traceback (most recent call last):
        File "queue.py", line 3, in run
          raise KeyError(name)
                ~~~~~~~^^^^^^
      KeyError: 'x'
      going on
      """
    let traceback = try #require(Traceback(in: output))
    #expect(traceback.error == "KeyError: 'x'")
    #expect(traceback.lines.first == "Traceback (most recent call last):")
    #expect(traceback.lines.last == "KeyError: 'x'")
  }

  @Test func `names the error that came last of those that led to each other`() throws {
    let output = """
      Traceback (most recent call last):
        File "a.py", line 3, in run
      KeyError: 'x'

      During handling of the above exception, another exception occurred:

      Traceback (most recent call last):
        File "b.py", line 9, in lane
      ValueError: no lane
      """
    let traceback = try #require(Traceback(in: output))
    #expect(traceback.error == "ValueError: no lane")
    #expect(traceback.lines.count == 7)
  }

  @Test func `that is the first of several is the one that is named`() throws {
    let output = """
      Traceback (most recent call last):
        File "a.py", line 3, in run
      KeyError: 'x'
      Traceback (most recent call last):
        File "b.py", line 9, in lane
      ValueError: no lane
      """
    #expect(Traceback(in: output)?.error == "KeyError: 'x'")
  }

  @Test func `that is cut off is named as far as it goes`() {
    let output = "Traceback (most recent call last):\n  File \"a.py\", line 3, in run\n"
    #expect(Traceback(in: output)?.error == "  File \"a.py\", line 3, in run")
  }

  @Test(arguments: [
    "terminate called after throwing an instance of 'std::out_of_range'",
    "panic: runtime error: index out of range",
    "thread 'main' panicked at src/main.rs:4:5:",
    "Exception in thread \"main\" java.lang.NullPointerException",
    "main.swift:3: Fatal error: Index out of range",
  ]) func `of another language is its first line`(line: String) {
    #expect(Traceback(in: "hello\n\(line)\n  more")?.error == line)
  }

  @Test func `is not what people are told otherwise`() {
    #expect(Traceback(in: "starting\nready\n") == nil)
    #expect(Traceback(in: "") == nil)
  }
}
