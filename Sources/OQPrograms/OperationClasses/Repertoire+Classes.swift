import OQHistory
import OQSpecification

extension Repertoire {
  /// The table of facts of which programs about classes of a nature are composed.
  ///
  /// - Parameter nature: what the class overrides.
  /// - Returns: the facts of one operation and its use.
  package static func grid(of nature: OperationNature) -> FactGrid { ClassFacts.grid(nature) }

  /// Programs about a class of operations.
  ///
  /// - Parameter nature: what the class overrides.
  /// - Returns: programs whose tasks are objects of the class, and that come to an end with a class
  ///   that has a single thread.
  package static func operationClasses(_ nature: OperationNature) -> Repertoire {
    let situations = ClassSituations.all(of: nature)
    let barred: Set<Verb> = nature == .asynchronous ? [.waitAll] : []
    return Repertoire(
      situations, openers: ClassSituations.openers,
      styles: Style.all.subtracting([.kinds, .settings]),
      free: { draft, size in
        var form = FreeForm(
          size: size, mostHeld: 1, startsElsewhere: nature == .asynchronous)
        form.write(&draft)
        draft.askWhatIsAwaited()
      },
      words: { offered, inPlay, profile in
        Vocabulary(offered, situations.filter { $0.isAbout(inPlay) }, profile)
          .without(barred, only: [.task, .closure], [.clients])
      })
  }
}

extension Draft {
  /// Has a client ask each operation for its finish that others only wait for: a finish that does
  /// not come, and one that nobody was told of, look the same to those who wait.
  fileprivate mutating func askWhatIsAwaited() {
    let steps = scripts.filter { $0.lane.callback == nil }.flatMap(\.steps)
    func operations(_ verb: Verb) -> Set<OperationID> {
      Set(
        steps.compactMap { step in
          switch step {
          case .command(let command), .until(.reads(let command, _)):
            command.verb == verb ? command.operation : nil
          default: nil
          }
        })
    }
    let waits = operations(.wait).subtracting(operations(.isFinished))
    for x in waits.sorted(by: { $0.index < $1.index }) where hasHandle(x) {
      client(nextClient) { $0.until(.isFinished, x) }
    }
  }
}
