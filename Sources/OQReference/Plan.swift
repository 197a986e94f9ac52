/// The steps of one transition, in the order in which they are performed under the lock.
///
/// The combinators below make broken plans out of correct ones. Each of them fails the process if
/// the plan has no such step, because an edit without effect would be a mutant that cannot be
/// told from the original.
package struct Plan: Sendable, ExpressibleByArrayLiteral {
  /// A step with the condition under which it is performed.
  package struct Item: Sendable {
    /// What is performed.
    package let step: Step
    /// When it is performed; always without a condition.
    package let condition: Context?
  }

  /// The steps with their conditions.
  package private(set) var items: [Item]

  /// A plan whose steps are performed always.
  ///
  /// - Parameter steps: in the order of performance.
  package init(arrayLiteral steps: Step...) {
    items = steps.map { Item(step: $0, condition: nil) }
  }

  /// The steps without their conditions.
  package var steps: [Step] { items.map(\.step) }

  /// The plan with every occurrence of a step left out.
  package func without(_ step: Step) -> Plan {
    _ = index(of: step)
    return editing { $0.removeAll { $0.step == step } }
  }

  /// The plan with a step performed earlier or later than it should be.
  ///
  /// - Parameters:
  ///   - step: what is moved.
  ///   - other: the step before which it is performed instead.
  /// - Returns: the edited plan.
  package func moving(_ step: Step, before other: Step) -> Plan {
    let item = items[index(of: step)]
    let rest = without(step)
    return rest.editing { $0.insert(item, at: rest.index(of: other)) }
  }

  /// The plan with a step performed later than it should be.
  ///
  /// - Parameters:
  ///   - step: what is moved.
  ///   - other: the step after which it is performed instead.
  /// - Returns: the edited plan.
  package func moving(_ step: Step, after other: Step) -> Plan {
    let item = items[index(of: step)]
    let rest = without(step)
    return rest.editing { $0.insert(item, at: rest.index(of: other) + 1) }
  }

  /// The plan with a step performed twice in a row.
  package func doubling(_ step: Step) -> Plan {
    let index = index(of: step)
    return editing { $0.insert($0[index], at: index) }
  }

  /// The plan with one step in another's place.
  package func replacing(_ step: Step, with other: Step) -> Plan {
    let index = index(of: step)
    return editing { $0[index] = Item(step: other, condition: nil) }
  }

  /// The plan with a step added, before another or at the end.
  ///
  /// - Parameters:
  ///   - step: what is added.
  ///   - other: the step before which it is performed; nil for the end.
  ///   - context: the condition under which it is performed; nil for always.
  /// - Returns: the edited plan.
  package func adding(
    _ step: Step, before other: Step? = nil, onlyWhen context: Context? = nil
  ) -> Plan {
    let index = other.map { self.index(of: $0) } ?? items.count
    return editing { $0.insert(Item(step: step, condition: context), at: index) }
  }

  /// The plan that gives the lock up before a step: what was looked at before and what is done
  /// afterwards are no longer one.
  package func window(before step: Step) -> Plan { adding(.window, before: step) }

  /// The plan that performs a step only under a condition, which is looked at when its turn comes.
  ///
  /// - Parameters:
  ///   - context: the condition.
  ///   - step: the step; every occurrence of it.
  /// - Returns: the edited plan.
  package func onlyWhen(_ context: Context, _ step: Step) -> Plan {
    _ = index(of: step)
    return editing { items in
      for index in items.indices where items[index].step == step {
        let both = items[index].condition.map { $0 && context } ?? context
        items[index] = Item(step: step, condition: both)
      }
    }
  }

  private func index(of step: Step) -> Int {
    guard let index = items.firstIndex(where: { $0.step == step }) else {
      preconditionFailure("the plan \(steps) has no step \(step)")
    }
    return index
  }

  private func editing(_ edit: (inout [Item]) -> Void) -> Plan {
    var copy = self
    edit(&copy.items)
    return copy
  }
}
