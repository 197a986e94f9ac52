#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory of the kernel's files about processes, open: what is read by way of it needs no
/// walk from the root.
struct ProcDirectory: ~Copyable {
  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif

  /// Opens a directory; nil if it is not there or may not be read.
  init?(_ path: String) {
    guard let stream = opendir(path) else { return nil }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The entries that are numbers, in ascending order; for one call.
  func numbers() -> [Int32] {
    var numbers: [Int32] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        Substring(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name) { numbers.append(number) }
    }
    return numbers.sorted()
  }

  /// The bytes of a short file that the kernel writes whole when it is read from its start, such
  /// as `stat` and `syscall` of a thread.
  ///
  /// So one read gives all of it, provided that it leaves room.
  ///
  /// - Parameter path: starts in this directory.
  /// - Returns: nil if the file cannot be read, or is longer than such a file is.
  func record(_ path: String) -> [UInt8]? {
    let number = openat(dirfd(stream), path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { _ = close(number) }
    let bytes = [UInt8](unsafeUninitializedCapacity: ProcDirectory.longestRecord) { buffer, count in
      count = max(0, (try? check("read", { read(number, buffer.baseAddress, buffer.count) })) ?? 0)
    }
    return bytes.isEmpty || bytes.count == ProcDirectory.longestRecord ? nil : bytes
  }

  /// `stat` has 52 numbers of at most 20 digits, and a name of at most 64 bytes.
  private static let longestRecord = 2048
}
