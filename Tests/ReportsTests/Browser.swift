import Foundation

/// A real browser without a window.
enum Browser {
  /// Its path; nil where none is installed.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static let advice = "no Chromium is installed (apt-get install chromium)"

  /// What a browser made of a page.
  struct View {
    /// The document as it is at last.
    let document: String
    /// What the page and the browser said of it on the console.
    let console: [String]
  }

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - page: the text of the page.
  ///   - anchor: what follows the number sign of the address.
  ///   - others: other pages in its folder, by name.
  /// - Returns: what became of the page.
  /// - Throws: if the browser cannot be started.
  static func open(_ page: String, anchor: String = "", beside others: [String: String] = [:])
    throws -> View
  {
    guard let path else { throw Missing() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "shown.html")
    try page.write(to: file, atomically: true, encoding: .utf8)
    for (name, text) in others {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path)/profile", "--enable-logging=stderr",
        "--virtual-time-budget=3000", "--dump-dom",
      ] + ["file://\(file.path)" + (anchor.isEmpty ? "" : "#\(anchor)")]
    let (output, errors) = (folder.appending(path: "dom"), folder.appending(path: "log"))
    for url in [output, errors] { try Data().write(to: url) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let log = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    return View(
      document: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      console: log.split(separator: "\n").filter { $0.contains(":CONSOLE") }.map(String.init))
  }

  struct Missing: Error {}
}
