/// What a run did that did not show what it was run for.
package enum Miss: Sendable, Hashable {
  /// It came to its end, and nobody objects to it.
  case conformant
  /// It showed something else to be broken.
  case other([Finding.Blame])
  /// Nothing moved any more, and nobody objects to it.
  case stalled
  /// Neither an end nor a quiescence could be established, for this reason where one is known.
  case undecided(reason: String?, output: String)
  /// The subject could not be judged, for this reason.
  case unusable(String)
}
