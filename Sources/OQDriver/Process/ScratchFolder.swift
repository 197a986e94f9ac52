#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder for files of this process, which goes away with the value.
///
/// A process that is killed leaves its folder behind. So the owner keeps a lock on a file in it,
/// which the kernel gives back when the process ends, however it ends, and whoever makes another
/// folder of the name takes those away that nobody has locked.
package final class ScratchFolder: Sendable {
  /// Its path.
  package let path: String
  private let lock: OwnedDescriptor

  /// The file that the owner has locked.
  private static let owner = "owner"

  /// Makes a folder, and takes away those of processes that were killed.
  ///
  /// - Parameters:
  ///   - name: how its name begins, such as `oqcheck-points`.
  ///   - parent: where it lies; the folder for temporary files, if left out.
  /// - Throws: `SystemError`, where it cannot be made.
  package init(name: String, in parent: String? = nil) throws(SystemError) {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    ScratchFolder.sweep(name, in: parent)
    var template = Array("\(parent)/\(name).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // It is locked before it has its name: nobody can find it without its lock.
    let new = "\(path)/new"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    lock = OwnedDescriptor(owning: try check("open") { open(new, flags, 0o600) })
    // Where files cannot be locked nobody takes it away, since nobody can get the lock.
    _ = flock(lock.number, LOCK_EX | LOCK_NB)
    let named = "\(path)/\(ScratchFolder.owner)"
    try check("rename") { rename(new, named) }
  }

  deinit { ScratchFolder.remove(path) }

  /// Takes away the folders whose owner is gone.
  ///
  /// One that has no locked file yet is being made. A link, and what belongs to another user, is
  /// left alone: it may lead anywhere.
  private static func sweep(_ name: String, in parent: String) {
    for entry in entries(of: parent) where entry.hasPrefix("\(name).") {
      let path = "\(parent)/\(entry)"
      guard isOwnFolder(path) else { continue }
      let number = open("\(path)/\(owner)", O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { continue }
      if flock(number, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(number)
    }
  }

  private static func isOwnFolder(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
      && information.st_uid == geteuid()
  }

  private static func remove(_ path: String) {
    for entry in entries(of: path) { unlink("\(path)/\(entry)") }
    rmdir(path)
  }

  private static func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
