/// The five levels of quality of service, with the raw values of the documents.
///
/// Where the implementation has others, as Foundation's type has on some platforms, its levels are
/// these by name.
public enum ServiceQuality: Int, Sendable, Hashable, CaseIterable {
  /// Above ``userInitiated``.
  case userInteractive = 0x21
  /// Above ``utility``.
  case userInitiated = 0x19
  /// Above ``background``.
  case utility = 0x11
  /// The lowest level.
  case background = 0x09
  /// What an operation or a queue has unless it is given another: *default*, in the documents.
  case unspecified = -1
}
