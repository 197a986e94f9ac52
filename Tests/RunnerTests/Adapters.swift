import Glibc
import OQDriver
import OQHistory
import OQRunner
import TestSupport

/// Options for an adapter that is started with these words.
func adapterOptions(_ words: [String]) throws -> WireExecutor.Options {
  var options = WireExecutor.Options(words, harness: "test")
  options.guards = Guards(try builtCommand())
  options.capacity = 10_000
  return options
}

/// An executor of a bundled subject that `oqcheck serve` offers.
func served(_ subject: String) throws -> WireExecutor {
  WireExecutor(try adapterOptions([builtCommand(), "serve", subject]))
}

/// Whether some process has a word among its arguments.
func isRunning(_ word: String) -> Bool {
  guard let directory = opendir("/proc") else { return false }
  defer { closedir(directory) }
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard Int32(name) != nil, let file = fopen("/proc/\(name)/cmdline", "r") else { continue }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    let words = bytes[..<count].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    if words.contains(word) { return true }
  }
  return false
}
