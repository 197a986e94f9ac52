import OQDriver

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A place in the file system at which something cannot be written, and why.
package struct UnwritablePlace: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path, and what is wrong with it.
  package let description: String
}

/// Writes files as a whole or not at all.
package enum FilePlace {
  /// Writes a text file: next to its place, then moved there.
  ///
  /// A link stays, and the file that it leads to is written. What is no file, such as a device or a
  /// pipe, takes the text as it is.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - path: where it goes.
  /// - Throws: why it cannot be written.
  package static func write(_ text: String, to path: String) throws(UnwritablePlace) {
    do {
      if isStream(path) {
        // Whoever reads a pipe would take opening and closing it for the end.
        guard !text.isEmpty else { return }
        let number = try OQDriver.check("open") { open(path, O_WRONLY | O_CLOEXEC) }
        try OwnedDescriptor(owning: number).write(Array(text.utf8))
      } else {
        try replace(try end(ofLinks: path), Array(text.utf8))
      }
    } catch {
      throw UnwritablePlace(description: "\(path): cannot be written: \(reason(error))")
    }
  }

  /// Refuses a path that will not be writable, before the work that it is meant for.
  ///
  /// - Parameter path: where a file will go.
  /// - Throws: why it cannot be written.
  package static func check(_ path: String) throws(UnwritablePlace) {
    let folder = folder(of: absolute(path))
    if isStream(path) {
      guard isWritable(path) else {
        throw UnwritablePlace(description: "\(path): is not writable")
      }
      return
    }
    guard isFolder(folder) ?? false else {
      throw UnwritablePlace(description: "\(path): there is no directory \(folder)")
    }
    if isFolder(path) ?? false {
      throw UnwritablePlace(description: "\(path): is a directory")
    }
    guard isWritable(folder) else {
      throw UnwritablePlace(description: "\(path): the directory \(folder) is not writable")
    }
  }

  /// Reads a file, or what comes through a pipe until its end.
  ///
  /// - Parameter path: where it is.
  /// - Returns: its bytes; nil where it cannot be read.
  package static func contents(of path: String) -> [UInt8]? {
    do {
      let number = try OQDriver.check("open") { open(path, O_RDONLY | O_CLOEXEC) }
      let descriptor = OwnedDescriptor(owning: number)
      var bytes: [UInt8] = []
      while case let more = try descriptor.read(atMost: 1 << 16), !more.isEmpty { bytes += more }
      return bytes
    } catch {
      return nil
    }
  }

  /// What a directory holds.
  ///
  /// - Parameter folder: where it is.
  /// - Returns: the names, sorted; nil where it cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The kernel gives no more than the name needs, so the whole array must not be copied.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
      let start = UnsafeRawPointer(entry) + offset
      names.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Makes a directory, and those that it is in, where they are not there.
  ///
  /// - Parameter folder: where it is.
  /// - Throws: why it cannot be made.
  package static func makeFolder(_ folder: String) throws(UnwritablePlace) {
    if mkdir(folder, 0o777) == 0 || isFolder(folder) == true { return }
    let code = errno
    let parent = FilePlace.folder(of: folder)
    guard code == ENOENT, parent != folder, parent != "." else {
      throw UnwritablePlace(
        description: "\(folder): cannot be made: \(String(cString: strerror(code)))")
    }
    try makeFolder(parent)
    try makeFolder(folder)
  }

  /// Whether a file or a directory may be written.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Takes a file away, if it is there.
  package static func remove(_ path: String) { unlink(path) }

  /// Whether a path leads to a directory.
  ///
  /// - Parameter path: any path; links are followed.
  /// - Returns: nil where there is nothing.
  package static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path leads to something that is neither a file nor a directory.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// The system's words for what went wrong.
  private static func reason(_ error: any Error) -> String {
    if let error = error as? SystemError { return String(cString: strerror(error.code)) }
    return "\(error)"
  }

  /// The path without its last part.
  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    let folder = parts.dropLast().joined(separator: "/")
    if path.hasPrefix("/") { return "/" + folder }
    return folder.isEmpty ? "." : folder
  }

  /// The path from the root on.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let pointer = getcwd(nil, 0) else { return path }
    defer { free(pointer) }
    return String(cString: pointer) + "/" + path
  }

  /// Where the links at the end of a path lead, whether or not there is a file.
  private static func end(ofLinks path: String) throws(SystemError) -> String {
    var place = path
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // As many as the kernel follows.
    for _ in 0..<40 {
      let count = readlink(place, &target, target.count)
      guard count > 0 else { return place }
      let next = String(decoding: target[..<count], as: UTF8.self)
      place = next.hasPrefix("/") ? next : folder(of: place) + "/" + next
    }
    throw SystemError("readlink", code: ELOOP)
  }

  /// Puts a file in a place: whoever reads it sees the old content or the new one.
  private static func replace(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let (beside, number) = try makeFile(beside: path)
    do {
      let descriptor = OwnedDescriptor(owning: number)
      var status = stat()
      if stat(path, &status) == 0 {
        // A file system without modes has none to keep.
        _ = fchmod(descriptor.number, status.st_mode & 0o7777)
      }
      try descriptor.write(bytes)
      try OQDriver.check("rename") { rename(beside, path) }
    } catch {
      unlink(beside)
      throw error
    }
  }

  /// A new file in the same folder, open to be written: the mask of the process holds for it.
  private static func makeFile(
    beside path: String
  ) throws(SystemError) -> (path: String, number: Int32) {
    while true {
      let name = "\(folder(of: path))/.\(UInt64.random(in: .min ... .max)).new"
      let number = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if number >= 0 { return (name, number) }
      guard [EEXIST, EINTR].contains(errno) else { throw SystemError("open") }
    }
  }
}
