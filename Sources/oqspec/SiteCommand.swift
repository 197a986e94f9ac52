import Foundation
import OQSite

/// `oqspec site --output DIR`: writes the rules as a folder of pages.
enum SiteCommand {
  static func run(_ words: [String]) throws {
    guard words.count == 2, words[0] == "--output", !words[1].isEmpty else {
      throw Failure(message: "usage: oqspec site --output DIR", status: 64)
    }
    let folder = URL(filePath: words[1])
    let files: [SiteContent.File]
    do throws(SiteContent.Fault) {
      files = try Site(SiteContent(root: ".")).files
    } catch {
      throw Failure(message: error.messages.joined(separator: "\n"), status: 65)
    }
    do {
      for file in files {
        let url = folder.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      }
    } catch {
      throw Failure(message: "\(folder.path) cannot be written: \(error)", status: 73)
    }
    print("\(files.count) files; open \(folder.appending(path: "index.html").path)")
  }
}
