#if os(Linux)
  import Foundation
  import Glibc
  import OQPoints
  import Testing

  /// The names that points have, and those that the loader tells.
  @Suite struct `The index of symbols` {
    private struct Name: Equatable {
      let file: String
      let symbol: String?
      let offset: UInt64
    }

    private func indexed(_ address: UnsafeRawPointer) -> Name? {
      var (file, symbol): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
      var offset: UInt64 = 0
      guard oq_points_name(address, &file, &symbol, &offset), let file else { return nil }
      return Name(
        file: String(cString: file), symbol: symbol.map { String(cString: $0) }, offset: offset)
    }

    /// What `dladdr` fills in; its header shows it to nobody who has not asked for GNU extensions.
    private struct Found {
      var file: UnsafePointer<CChar>?
      var fileBase: UnsafeRawPointer?
      var symbol: UnsafePointer<CChar>?
      var symbolBase: UnsafeRawPointer?
    }

    private typealias Loader = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32

    private func told(_ address: UnsafeRawPointer) throws -> Name? {
      let loader = unsafeBitCast(try #require(dlsym(nil, "dladdr")), to: Loader.self)
      var found = Found()
      guard withUnsafeMutablePointer(to: &found, { loader(address, $0) }) != 0,
        let file = found.file, let base = found.symbol == nil ? found.fileBase : found.symbolBase
      else { return nil }
      return Name(
        file: String(cString: file), symbol: found.symbol.map { String(cString: $0) },
        offset: UInt64(address - base))
    }

    @Test(arguments: [
      "pthread_mutex_lock", "malloc", "qsort", "environ", "swift_retain", "swift_release",
      "$s10Foundation14OperationQueueC03addB0yyAA0B0CF", "dispatch_async",
    ])
    func `tells what the loader tells`(function: String) throws {
      oq_points_prepare()
      let start = try #require(dlsym(nil, function))
      var named = 0
      for offset in stride(from: -3000, to: 9000, by: 7) {
        let address = UnsafeRawPointer(start + offset)
        let name = try told(address)
        #expect(indexed(address) == name, "\(function) and \(offset) bytes")
        if name?.symbol != nil { named += 1 }
      }
      #expect(named > 100)
    }

    @Test func `knows addresses in no file`() {
      oq_points_prepare()
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
      defer { memory.deallocate() }
      #expect(indexed(memory + 5000) == nil)
    }

    @Test func `asks the loader for a file that came later`() throws {
      oq_points_prepare()
      let file = "libnss_compat.so.2"
      try #require(dlopen(file, RTLD_NOW | RTLD_NOLOAD) == nil, "nothing here uses this file")
      let library = try #require(dlopen(file, RTLD_NOW))
      let function = try #require(dlsym(library, "_nss_compat_endgrent"))
      let address = UnsafeRawPointer(function) + 3
      #expect(indexed(address)?.symbol == "_nss_compat_endgrent")
      let name = try told(address)
      #expect(indexed(address) == name)
    }
  }
#endif
