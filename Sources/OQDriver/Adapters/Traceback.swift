/// What a program has written of an error that nobody caught, in the words of its language.
package struct Traceback: Hashable, Sendable {
  /// The error, in one line.
  package let error: String
  /// Everything that was written of it.
  package let lines: [String]

  /// Most lines that are kept.
  private static let most = 30

  /// How the first line begins, or a part of it, where the error stands in the same line.
  private static let beginnings = [
    "terminate called", "panic: ", "panicked at", "Exception in thread", "Uncaught", "uncaught",
    "Unhandled exception", "Fatal error:", "fatal error:", "Assertion",
  ]

  /// Finds the first one in what a program has written; nil where there is none.
  ///
  /// - Parameter output: lines of its standard error.
  /// - Complexity: O(output).
  package init?(in output: String) {
    let all = output.split(separator: "\n").map(String.init)
    if let start = all.firstIndex(where: { $0.contains("Traceback (most recent call last)") }) {
      var end = Traceback.end(all, after: start)
      // An error that was thrown while another one was handled has a part of its own.
      while end < all.count, Traceback.links(all[end]) {
        end = Traceback.end(all, after: end + 1)
      }
      error = all[min(end, all.count) - 1]
      lines = Array(all[start..<min(end, all.count)].suffix(Traceback.most))
      return
    }
    guard
      let start = all.firstIndex(where: { line in
        Traceback.beginnings.contains { line.contains($0) }
      })
    else { return nil }
    error = all[start]
    lines = Array(all[start...].prefix(Traceback.most))
  }

  /// Position after the line with the error, which is the first that is not indented.
  private static func end(_ lines: [String], after start: Int) -> Int {
    let error = lines.indices.first { $0 > start && !lines[$0].hasPrefix(" ") }
    return error.map { $0 + 1 } ?? lines.count
  }

  private static func links(_ line: String) -> Bool {
    line.hasPrefix("During handling of the above") || line.hasPrefix("The above exception was")
  }
}
