#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The day, for expectations that expire; nothing else depends on it.
package enum Today {
  /// The day in UTC, such as `2027-01-31`.
  package static var text: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + parts.tm_year)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
  }
}
