/// The levels of quality of service.
///
/// Source of the raw values: rule QOS-1.
package enum ServiceLevel: Int, Sendable, Hashable, CaseIterable {
  case userInteractive = 0x21
  case userInitiated = 0x19
  case utility = 0x11
  case background = 0x09
  case unspecified = -1

  /// The raw values of all levels, for messages.
  package static let numbers = allCases.map { String($0.rawValue) }.joined(separator: ", ")
}
