extension Report {
  /// An expected cause that no program of a campaign has shown, and that was looked for.
  ///
  /// A campaign of few programs may not come upon what is expected, and a race may not show where
  /// it does. So programs that hold the trigger run by themselves.
  package struct Sought: Sendable, Hashable, Codable {
    /// What is expected: a rule and a trigger, as a file of expectations names them.
    package let expectation: String
    /// Programs with its trigger that ran.
    package var programs: Int
    /// Those of them that have shown it.
    package var shown: Int

    /// Notes what came of looking for a cause.
    ///
    /// - Parameters:
    ///   - expectation: what is expected.
    ///   - programs: programs with its trigger that ran.
    ///   - shown: those of them that have shown it.
    package init(_ expectation: Expectation, programs: Int = 0, shown: Int = 0) {
      self.expectation = expectation.description
      self.programs = programs
      self.shown = shown
    }

    /// Whether no program was found that holds the trigger: nothing says that it would not show.
    package var isUntried: Bool { programs == 0 }
  }

  /// What came of looking for an expected cause.
  ///
  /// - Parameter expectation: what is expected.
  /// - Returns: nil where nobody has looked for it.
  package func sought(_ expectation: Expectation) -> Sought? {
    sought.first { $0.expectation == expectation.description }
  }

  /// Whether something has shown of an expected cause: in the campaign, or where it was looked for.
  func isShown(_ expectation: Expectation) -> Bool {
    (sought(expectation)?.shown ?? 0) > 0
      || causes.contains { isNamed($0, by: expectation) || expectation.isCase(of: $0) }
  }

  /// Expectations of which nobody can say whether they are stale: no program holds their triggers.
  ///
  /// What one part of a campaign has not found another part may have shown.
  ///
  /// - Parameter expectations: what is known and accepted.
  /// - Returns: some of them, in their order.
  package func untried(_ expectations: [Expectation]) -> [Expectation] {
    expectations.filter { (sought($0)?.isUntried ?? false) && !isShown($0) }
  }
}

extension [Report.Sought] {
  /// What came of looking for expected causes in several parts of a campaign.
  ///
  /// - Parameter parts: what came of it in each part.
  init(joining parts: some Sequence<[Report.Sought]>) {
    self = parts.joined().reduce(into: []) { all, one in
      if let place = all.firstIndex(where: { $0.expectation == one.expectation }) {
        all[place].programs += one.programs
        all[place].shown += one.shown
      } else {
        all.append(one)
      }
    }
  }
}
