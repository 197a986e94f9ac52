import OQHistory

extension Program {
  /// Most calls of a run that a trigger holds: what takes forty of them takes as many as there are.
  static let mostOfRun = 4

  /// The steps of all lanes, in which a call that one lane makes again and again is one run.
  ///
  /// A call whose value alone changes from one time to the next goes on with the run. A run of at
  /// most ``mostOfRun`` calls counts as so many steps: that something is done twice may be all that
  /// a failure takes.
  ///
  /// - Returns: ranges of positions in ``allSteps``, in their order.
  /// - Complexity: O(steps).
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for script in scripts {
      let steps = script.steps
      var index = 0
      while index < steps.count {
        var end = index + 1
        while end < steps.count, steps[index].isDoing(as: steps[end]) { end += 1 }
        if end - index > Program.mostOfRun {
          runs.append(start + index..<start + end)
        } else {
          for place in index..<end { runs.append(start + place..<start + place + 1) }
        }
        index = end
      }
      start += steps.count
    }
    return runs
  }

  /// The program with at most ``mostOfRun`` calls of each run.
  var withShortRuns: Program {
    let surplus = runs.filter { $0.count > Program.mostOfRun }
      .flatMap { $0.dropFirst(Program.mostOfRun) }
    return surplus.isEmpty ? self : removing(steps: surplus)
  }

  /// The program with its first few operations alone: one of hundreds of operations mostly does the
  /// same with all of them.
  var miniature: Program {
    let most = Program.mostOfRun
    return operations.count > most
      ? removing(operations: most..<operations.count).tidied() : self
  }
}

extension Step {
  /// Whether another step makes the same call of the same thing, with any value.
  fileprivate func isDoing(as other: Step) -> Bool {
    guard self != other else { return command != nil }
    guard let command, let next = other.command, command.verb == next.verb,
      command.target == next.target
    else { return false }
    switch (command.argument, next.argument) {
    case (.integer, .integer), (.priority, .priority), (.boolean, .boolean): return true
    default: return false
    }
  }
}
