import OQHistory

extension Expectation {
  /// A point of the subject at which a lane has to be held for a cause to show: a call of a
  /// function of the system, by the code that makes it.
  ///
  /// Lane and occurrence do not count: they belong to one program, and a cause to many.
  package struct Pin: Sendable, Hashable, CustomStringConvertible {
    /// The function whose return is the point.
    package let function: PointFunction
    /// The code that calls it: a symbol, or a file and an offset.
    package let caller: String

    /// The place of a point.
    package init(_ point: SubjectPoint) {
      function = point.function
      caller = point.caller
    }

    /// Reads a function and a caller with a blank between them; nil for anything else.
    ///
    /// - Parameter text: what ``description`` gives.
    package init?(_ text: String) {
      let words = text.split(separator: " ")
      guard words.count == 2,
        let function = PointFunction.allCases.first(where: { $0.name == words[0] })
      else { return nil }
      self.function = function
      caller = String(words[1])
    }

    /// `pthread_mutex_unlock $s10Foundation9OperationC7isReadySbvg`.
    package var description: String { "\(function.name) \(caller)" }
  }
}

extension Expectation {
  /// Whether it speaks of a cause that some findings show, with the pin if there is one.
  ///
  /// - Parameters:
  ///   - cause: a cause.
  ///   - findings: the findings of the cause.
  /// - Returns: whether it has the trigger, something that the cause is seen as, and the pin.
  package func names(_ cause: Cause, shownBy findings: some Sequence<Finding>) -> Bool {
    names(cause) && (pin.map { pin in findings.contains { $0.pins.holds(at: pin) } } ?? true)
  }
}

extension Pins? {
  /// Whether a lane is held at the place of a pin.
  package func holds(at pin: Expectation.Pin) -> Bool {
    self?.holds.contains { Expectation.Pin($0.point) == pin } ?? false
  }
}

extension Report {
  /// The places at which a finding of a cause holds lanes, in order.
  ///
  /// - Parameter cause: one of ``causes``.
  /// - Returns: no place twice.
  package func pins(of cause: Cause) -> [Expectation.Pin] {
    var pins: [Expectation.Pin] = []
    for hold in findings(of: cause).flatMap({ $0.pins?.holds ?? [] }) {
      let pin = Expectation.Pin(hold.point)
      if !pins.contains(pin) { pins.append(pin) }
    }
    return pins
  }

  /// Whether an expectation speaks of a cause.
  ///
  /// - Parameters:
  ///   - cause: one of ``causes``.
  ///   - expectation: what is expected; without a trigger it speaks of a rule, and of no cause.
  /// - Returns: whether it has the trigger, something that it is seen as, and the pin if there is
  ///   one.
  package func isNamed(_ cause: Cause, by expectation: Expectation) -> Bool {
    expectation.names(cause, shownBy: findings(of: cause))
  }

  /// What can be expected: the causes that have a name, or what is blamed where there are none.
  ///
  /// - Parameter isPinned: whether a hold with which a cause shows belongs to it.
  /// - Returns: expectations without reasons.
  package func expectable(pinned isPinned: Bool) -> [Expectation] {
    guard causes.isEmpty else {
      return causes.compactMap { cause in
        cause.trigger.map { trigger in
          var expectation = Expectation(cause.blames[0], when: trigger)
          if isPinned { expectation.pin = pins(of: cause).first }
          return expectation
        }
      }
    }
    var blames: [Finding.Blame] = []
    for finding in findings where !blames.contains(finding.blame) { blames.append(finding.blame) }
    return blames.map { Expectation($0) }
  }
}
