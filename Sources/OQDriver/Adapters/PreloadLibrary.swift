import OQPoints
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A library that makes the points of an adapter's process visible, compiled where it is needed.
///
/// The loader puts it before the libraries of the system. Adapters in C, C++ and Objective-C say to
/// it which call a thread makes; no other part of them changes. Its folder goes away with this
/// value.
package final class PreloadLibrary: Sendable {
  /// Why there is none.
  package enum Fault: Error, Sendable, CustomStringConvertible {
    /// No compiler was found.
    case noCompiler(String)
    /// The compiler has refused the sources.
    case refused(String, ProcessStatus)
    /// A file could not be written, or the compiler not started.
    case system(SystemError)
    /// Not on this platform.
    case unavailable

    /// What is wrong, and what to do.
    package var description: String {
      switch self {
      case .noCompiler(let name):
        "there is no C compiler '\(name)', which makes the library that shows points: "
          + "install one, or name one in CC"
      case .refused(let name, let status):
        "'\(name)', which makes the library that shows points, \(status)"
      case .system(let error): "the library that shows points cannot be made: \(error)"
      case .unavailable: "points in adapters can be seen under Linux only"
      }
    }
  }

  /// Its path.
  package let path: String

  private let folder: ScratchFolder
  private let pages = Atomic<Int>(0)
  /// By executable, arguments and environment; nil where processes cannot be forked.
  private let zygotes = Mutex<[ZygoteKey: AdapterZygote?]>([:])

  private struct ZygoteKey: Hashable {
    let words: [String]
    let environment: [String]
  }

  /// Compiles the library.
  ///
  /// - Parameter compiler: a C compiler; that of the variable `CC`, or `cc`, if left out.
  /// - Throws: why there is none.
  package init(compiler: String? = nil) throws(Fault) {
    #if os(Linux)
      let name = compiler ?? getenv("CC").map { String(cString: $0) } ?? "cc"
      guard let found = ProgramPath.find(name) else { throw .noCompiler(name) }
      do throws(SystemError) {
        folder = try ScratchFolder(name: "oqcheck-points")
      } catch {
        throw .system(error)
      }
      path = folder.path + "/oqpoints.so"
      do {
        let last = try PreloadLibrary.writeSources(to: folder.path)
        let status = try ChildProcess(
          ProcessRequest(
            found,
            arguments: ["-shared", "-fPIC", "-O2", "-o", path, "-x", "c", last, "-ldl"])
        ).wait()
        guard status == .exited(0) else { throw Fault.refused(name, status) }
      } catch {
        throw (error as? Fault) ?? (error as? SystemError).map { .system($0) } ?? .unavailable
      }
    #else
      throw .unavailable
    #endif
  }

  /// Starts an adapter into which the library is loaded, under a guard, and returns when it runs.
  ///
  /// It is forked where that is safe and nothing but its streams is passed on, and started
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - request: what to start; its streams are descriptors.
  ///   - page: the path of the page of its points.
  ///   - guards: starts guards of what is not forked.
  /// - Returns: the adapter.
  /// - Throws: `SystemError`, with `posix_spawn` where the program cannot be started.
  package func start(
    _ request: ProcessRequest, page: String, _ guards: Guards
  ) throws(SystemError) -> GuardedProcess {
    var request = request
    let others = request.environment["LD_PRELOAD"].map { ":" + $0 } ?? ""
    request.environment["LD_PRELOAD"] = path + others
    for _ in 0..<2 {
      guard request.descriptors.isEmpty, let streams = request.streamNumbers,
        let zygote = try zygote(of: request)
      else { break }
      do throws(SystemError) {
        return try GuardedProcess(forkedFrom: zygote, streams: streams, page: page)
      } catch {
        lose(zygote)
      }
    }
    request.environment["OQ_POINTS_PAGE"] = page
    return try guards.start(request)
  }

  /// The processes from which adapters are forked.
  package var zygoteIdentifiers: [Int32] {
    zygotes.withLock { $0.values.compactMap { $0?.identifier } }
  }

  /// What adapters of a kind are forked from, started for the first who asks; nil where they cannot
  /// be.
  private func zygote(of request: ProcessRequest) throws(SystemError) -> AdapterZygote? {
    let key = ZygoteKey(
      words: [request.executable] + request.arguments, environment: request.environment.lines)
    return try zygotes.withLock { zygotes throws(SystemError) in
      if let known = zygotes[key] { return known }
      let zygote = try AdapterZygote(request)
      zygotes[key] = .some(zygote)
      return zygote
    }
  }

  /// Forgets a zygote that is gone.
  private func lose(_ zygote: AdapterZygote) {
    zygotes.withLock { zygotes in
      for (key, known) in zygotes where known === zygote { zygotes.removeValue(forKey: key) }
    }
  }

  /// A name for a page in the folder of the library, which no other call gives.
  package func pagePath() -> String {
    "\(folder.path)/page\(pages.wrappingAdd(1, ordering: .relaxed).newValue)"
  }

  /// Writes the sources; the path of the one to compile.
  private static func writeSources(to folder: String) throws(SystemError) -> String {
    var last = ""
    var number: Int32 = 0
    var name: UnsafePointer<CChar>?
    var length: UInt64 = 0
    while let text = oq_page_source(number, &name, &length), let name {
      last = "\(folder)/\(String(cString: name))"
      let file = OwnedDescriptor(
        owning: try check("open") { open(last, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) })
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      try file.write(Array(bytes))
      number += 1
    }
    return last
  }
}
