import Foundation
import OQPages
import OQSpecification

/// Why a run of the generator failed, and the status to exit with.
struct Failure: Error {
  let message: String
  let status: Int32
}

let usage = """
  usage: oqspec regenerate   write the files that are generated from Spec and the model
         oqspec check        exit with status 1 when one of them is stale
         oqspec site --output DIR
                             write the rules as a folder of pages for browsers
         oqspec figures NAME REPORT.json [--date YYYY-MM-DD]
                             keep what a report says of a subject, for 'who keeps it'
  Run it in the package root.
  """

/// The catalogue as the chapters in the current directory state it.
func readCatalogue() throws -> Catalogue {
  let folder = "Spec/Rules"
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
    throw Failure(message: "\(folder) not found; run oqspec in the package root", status: 66)
  }
  var chapters: [Chapter] = []
  var errors: [String] = []
  for name in names.sorted() where name.hasSuffix(".md") {
    let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    do {
      chapters.append(try ChapterParser.parse(text, file: name))
    } catch {
      errors += error.errors.map { "\(folder)/\($0)" }
    }
  }
  let catalogue = Catalogue(chapters: chapters)
  if errors.isEmpty { errors = catalogue.problems }
  guard errors.isEmpty else {
    throw Failure(message: errors.joined(separator: "\n"), status: 65)
  }
  return catalogue
}

/// The generated files as the chapters and pages in the current directory give them.
func generatedFiles() throws -> (catalogue: Catalogue, files: [CatalogueFiles.File]) {
  let catalogue = try readCatalogue()
  var texts: [String: String] = [:]
  for name in SpecificationPages.names {
    guard let text = try? String(contentsOfFile: "Spec/\(name)", encoding: .utf8) else {
      throw Failure(message: "Spec/\(name) cannot be read", status: 66)
    }
    texts[name] = text
  }
  do throws(SpecificationPages.Fault) {
    return (catalogue, try SpecificationPages.files(catalogue, texts: texts))
  } catch {
    throw Failure(message: error.messages.joined(separator: "\n"), status: 65)
  }
}

/// Writes every generated file that differs.
func regenerate() throws {
  let (catalogue, files) = try generatedFiles()
  for file in files where !isFresh(file) {
    try file.content.write(toFile: file.path, atomically: true, encoding: .utf8)
    print("wrote \(file.path)")
  }
  print("\(catalogue.rules.count) rules, digest \(catalogue.digest)")
}

/// Fails when a generated file is not what the chapters, the pages and the model give.
func check() throws {
  let stale = try generatedFiles().files.filter { !isFresh($0) }
  guard stale.isEmpty else {
    let lines = stale.map { "\($0.path) is stale; run 'swift run oqspec regenerate'" }
    throw Failure(message: lines.joined(separator: "\n"), status: 1)
  }
}

func isFresh(_ file: CatalogueFiles.File) -> Bool {
  let present = try? String(contentsOfFile: file.path, encoding: .utf8)
  return present == file.content
}

do {
  switch Array(CommandLine.arguments.dropFirst()) {
  case ["regenerate"]: try regenerate()
  case ["check"]: try check()
  case ["--help"], ["-h"]: print(usage)
  case let words where words.first == "site": try SiteCommand.run(Array(words.dropFirst()))
  case let words where words.first == "figures": try FiguresCommand.run(Array(words.dropFirst()))
  default: throw Failure(message: usage, status: 64)
  }
} catch {
  let failure = error as? Failure ?? Failure(message: "\(error)", status: 73)
  FileHandle.standardError.write(Data((failure.message + "\n").utf8))
  exit(failure.status)
}
