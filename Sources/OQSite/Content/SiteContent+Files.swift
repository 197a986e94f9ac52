import Foundation
import OQExploring
import OQHistory
import OQReport
import OQSpecification

extension SiteContent {
  /// Why nothing can be made.
  package struct Fault: Error, Hashable {
    /// One sentence for each thing that is wrong, with its place.
    package let messages: [String]
  }

  /// Reads everything from a checkout of the package.
  ///
  /// - Parameter root: the folder of the package.
  /// - Throws: what cannot be read, with its path.
  package init(root: String) throws(Fault) {
    let folder = SiteFolder(root: root)
    catalogue = .current
    book = .current
    cases = try ["Cases", "DispatchCases", "ClassCases"].reading { name throws(Fault) in
      try folder.cases("Tests/CheckersTests/\(name)")
    }
    killers = try folder.files("Spec/Examples", "oqrepro").reading { file throws(Fault) in
      do throws(TextError) {
        return [Killer(name: file.name, file: try ReproFile(parsing: file.text))]
      } catch {
        throw Fault(messages: ["\(file.path): \(error)"])
      }
    }
    questions = try folder.files("Spec/Litmus", "oqask").reading { file throws(Fault) in
      do throws(TextError) {
        return [Asked(name: file.name, file: try AskFile(parsing: file.text), text: file.text)]
      } catch {
        throw Fault(messages: ["\(file.path): \(error)"])
      }
    }
    figures = try folder.files("Spec/Figures", "json").reading { file throws(Fault) in
      do { return [try SubjectFigures.read(file.text)] } catch {
        throw Fault(messages: ["\(file.path): \(error)"])
      }
    }
    figures.sort { $0.subject < $1.subject }
    pages = try folder.files("Spec", "md")
    for path in [
      "Spec/Examples/README.md", "Spec/Vectors/README.md", "Tests/Adapters/gnustep/README.md",
    ] {
      pages.append(try folder.file(path))
    }
    programs = try folder.files("Tests/FoundationFindings/Programs", "swift")
    copies = try folder.files("Spec/Examples", "oqrepro")
    copies += try folder.files("Spec/Vectors", "json")
    copies += try folder.files("Spec/Transcripts", "transcript")
    copies += try folder.files("Spec", "json")
    copies += try folder.files("Spec", "svg")
  }
}

/// The files of a checkout.
private struct SiteFolder {
  let root: String

  func file(_ path: String) throws(SiteContent.Fault) -> SiteContent.File {
    guard let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) else {
      throw SiteContent.Fault(messages: ["\(path) cannot be read; run it in the package root"])
    }
    return SiteContent.File(path: path, text: text)
  }

  /// The files of a folder with an ending, by name.
  func files(_ path: String, _ ending: String) throws(SiteContent.Fault) -> [SiteContent.File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(path)")) ?? []
    let found = names.filter { $0.hasSuffix(".\(ending)") }.sorted()
    guard !found.isEmpty else {
      throw SiteContent.Fault(
        messages: ["\(path): no files that end in .\(ending); run it in the package root"])
    }
    return try found.reading { name throws(SiteContent.Fault) in [try file("\(path)/\(name)")] }
  }

  func cases(_ path: String) throws(SiteContent.Fault) -> [RuleCase] {
    try files(path, "cases").reading { file throws(SiteContent.Fault) in
      guard let rule = RuleID(file.name) else {
        throw SiteContent.Fault(messages: ["\(file.path): its name is no rule id"])
      }
      do throws(RuleCase.Fault) {
        return try RuleCase.read(file.text, rule: rule)
      } catch {
        throw SiteContent.Fault(messages: ["\(file.path): \(error)"])
      }
    }
  }
}

extension SiteContent.File {
  /// The name of the file without folder and ending.
  var name: String {
    let last = path.split(separator: "/").last ?? ""
    return String(last.split(separator: ".").first ?? "")
  }
}

extension Array {
  /// What a reader makes of all elements, in their order.
  fileprivate func reading<Value>(
    _ read: (Element) throws(SiteContent.Fault) -> [Value]
  ) throws(SiteContent.Fault) -> [Value] {
    var values: [Value] = []
    for element in self { values += try read(element) }
    return values
  }
}
