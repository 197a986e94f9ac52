/// What the programs that ended last leave behind: their objects, kept alive for some programs
/// more.
///
/// A program may end in the middle of a finish. Were its objects released then, the harness would
/// release them and no program asked for it, and a subject that cannot bear it would die in another
/// program.
struct EndedPrograms<Remains> {
  // The oldest first.
  private var remains: [Remains] = []

  /// Releases what has been kept longest, where there is no room for another program's.
  ///
  /// Called before a program begins, while nothing of the harness runs beside it.
  mutating func makeRoom() {
    if remains.count == capacity { remains.removeFirst() }
  }

  /// Keeps what a program leaves behind.
  ///
  /// - Parameter one: its objects.
  mutating func keep(_ one: Remains) {
    remains.append(one)
  }

  /// How many programs are kept: threads of the subject that are on their way out need less time
  /// than so many programs, and the threads of so many programs do not slow the next one down.
  private let capacity = 8
}
