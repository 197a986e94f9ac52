import OQHistory
import OQPrograms
import Testing

/// Calls that a held task makes in the place of client 1.
@Suite struct `Calls from inside` {
  /// Every program that a draft can become.
  private func programs(_ write: (inout Draft) -> Void) -> Set<String> {
    Set(
      (UInt64(0)..<60).map { seed in
        var draft = Draft(choices: ChoiceSource(seed: seed), vocabulary: .full)
        write(&draft)
        draft.callFromInside()
        return draft.program.text
      })
  }

  /// A queue of limit 1, an operation of it that is held, and another one.
  private func held(_ p: inout Draft) -> (QueueID, OperationID, OperationID) {
    let q = p.queue(limit: 1)
    let (a, b) = (p.operation(), p.operation())
    p.hold(a)
    p.add(q, a)
    p.began(a)
    return (q, a, b)
  }

  private func text(task: String, client: String) -> String {
    func lines(_ words: String, indent: String) -> String {
      words.split(separator: "; ").map { "\(indent)\($0)\n" }.joined()
    }
    let task = task == "hold" ? "in a: hold\n" : "in a\n" + lines(task, indent: "  ")
    return "oqprogram 1\nqueue q limit=1\nop a\nop b\n\(task)client 1\n"
      + lines(client, indent: "  ")
  }

  @Test func `are calls, one or several, that the client would make, at the same place`() {
    let all = programs { p in
      let (q, a, b) = held(&p)
      p.add(q, b)
      p.setLimit(q, 2)
      p.until(.isFinished, b)
      p.open(a)
    }
    let first = "add q a; until begin a; "
    #expect(
      all == [
        text(
          task: "hold", client: first + "add q b; set-limit q 2; until is-finished b; open a"),
        text(
          task: "hold; add q b; meet 1; meet 2",
          client: first + "open a; meet 1; set-limit q 2; until is-finished b; meet 2"),
        text(
          task: "hold; add q b; set-limit q 2; meet 1; meet 2",
          client: first + "open a; meet 1; until is-finished b; meet 2"),
        text(
          task: "hold; set-limit q 2; meet 1; meet 2",
          client: first + "add q b; open a; meet 1; until is-finished b; meet 2"),
      ])
  }

  @Test func `come before what the task does when it is opened, and after other meetings`() {
    let all = programs { p in
      let q = p.queue(limit: 1)
      let (a, b) = (p.operation(), p.operation())
      p.inside(a) { p in
        p.step(.hold)
        p.command(.isCancelled, a)
      }
      p.add(q, a)
      p.began(a)
      p.meet(1)
      p.cancel(b)
      p.open(a)
      p.client(2) { $0.meet(1) }
    }
    let client = "add q a; until begin a; meet 1; "
    #expect(
      all == [
        text(task: "hold; is-cancelled a", client: client + "cancel b; open a")
          + "client 2\n  meet 1\n",
        text(
          task: "hold; cancel b; meet 2; meet 3; is-cancelled a",
          client: client + "open a; meet 2; meet 3") + "client 2\n  meet 1\n",
      ])
  }

  /// What a client does while `a` is held, and who opens it.
  enum Case: CaseIterable {
    case readsOrWaits, anotherMayOpen, openBefore
  }

  @Test(arguments: Case.allCases)
  func `are not made of anything else`(_ kind: Case) {
    let all = programs { p in
      let (q, a, b) = held(&p)
      switch kind {
      case .readsOrWaits:
        p.command(.isFinished, b)
        p.command(.waitAll, q)
        p.start(b)
        p.open(a)
      case .anotherMayOpen:
        p.cancel(b)
        p.open(a)
        p.client(2) { $0.open(a) }
      case .openBefore:
        p.open(a)
        p.cancel(b)
      }
    }
    #expect(all.count == 1)
    #expect(all.allSatisfy { !$0.contains("meet") })
  }
}
