/// The window in which a lane has to stand for a failure to show.
package struct HeldWindow: Sendable, Hashable, Codable {
  /// Neighbouring points of one lane at each of which the failure shows.
  package struct Span: Sendable, Hashable, Codable {
    /// The first of them, among the points of the lane, from 1.
    package let first: Int
    /// The last of them.
    package let last: Int
    /// Points that the lane comes to.
    package let points: Int

    /// Describes some points.
    ///
    /// - Parameters:
    ///   - first: the first of them, from 1.
    ///   - last: the last of them, at least `first`.
    ///   - points: points that the lane comes to, at least `last`.
    package init(first: Int, last: Int, points: Int) {
      self.first = first
      self.last = last
      self.points = points
    }
  }

  /// For each hold the code that had led to its point: names of callers, innermost first, without
  /// the one that names the point; empty where it was not seen.
  package var traces: [[String]]
  /// The window in points; nil where more than one lane is held, or where nobody looked.
  package var span: Span?

  /// Describes a window.
  ///
  /// - Parameters:
  ///   - traces: for each hold the code that had led to its point.
  ///   - span: the window in points.
  package init(traces: [[String]], span: Span? = nil) {
    self.traces = traces
    self.span = span
  }
}
