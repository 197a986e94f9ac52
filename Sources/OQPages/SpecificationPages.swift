import OQModel
import OQSpecification

/// Everything that is generated from the chapters, the pages, the model and the table of verbs.
package enum SpecificationPages {
  /// The pages beside the chapters that hold generated parts, by name inside `Spec`.
  package static let names = [
    "Model.md", "Freedoms.md", "Contested.md", "Sources.md", "Glossary.md", "Programs.md",
  ]

  /// The generated files: the catalogue, the book, and the pages with their generated parts anew.
  ///
  /// A pure function of its arguments, of the model and of the table of verbs.
  ///
  /// - Parameters:
  ///   - catalogue: what the chapters say.
  ///   - texts: the present text of each page of ``names``.
  /// - Returns: every generated file, whether it has changed or not.
  /// - Throws: what does not follow the form, or a reference that leads nowhere.
  package static func files(
    _ catalogue: Catalogue, texts: [String: String]
  ) throws(Fault) -> [CatalogueFiles.File] {
    let pages = texts.mapValues { PageText($0) }
    guard let freedoms = pages["Freedoms.md"]?.handWritten,
      let contested = pages["Contested.md"]?.handWritten,
      let sources = pages["Sources.md"]?.handWritten,
      let glossary = pages["Glossary.md"]?.handWritten
    else {
      throw Fault(messages: ["Spec needs the pages \(names.joined(separator: ", "))"])
    }
    let book: Book
    do throws(ChapterErrors) {
      _ = try Glossary(parsing: glossary)
      book = try Book(freedoms: freedoms, contested: contested, sources: sources)
    } catch { throw Fault(messages: error.errors.map { "Spec/\($0)" }) }
    let problems = book.problems(with: catalogue)
    guard problems.isEmpty else { throw Fault(messages: problems) }
    let links = LinkTable(catalogue, book)
    var files = [CatalogueFiles.source(for: catalogue)]
    files.append(
      BookFile.file(
        freedoms: freedoms, contested: contested, sources: sources, glossary: glossary))
    for name in names {
      guard var page = pages[name] else { continue }
      page.append { uses(of: $0, catalogue) }
      page.fillRules { citations(in: $0, $1, catalogue) }
      for (mark, lines) in tables(of: name) where !page.replace(mark, with: lines) {
        throw Fault(
          messages: ["Spec/\(name): expected <!-- \(mark) --> and <!-- end of \(mark) -->"])
      }
      files.append(
        CatalogueFiles.File(path: "Spec/\(name)", content: page.text(linkedBy: links)))
    }
    files.append(
      CatalogueFiles.File(path: "Spec/Operation.svg", content: OperationDiagram.drawing().svg))
    files.append(CatalogueFiles.File(path: "Spec/Queue.svg", content: QueueDiagram.drawing().svg))
    return files
  }

  /// The tables that are generated into a page, with the names in the marks around them.
  private static func tables(of page: String) -> [(mark: String, lines: [String])] {
    switch page {
    case "Model.md": ModelTables.all
    case "Programs.md": [(VerbPage.mark, VerbPage.lines)]
    default: []
    }
  }

  /// The paragraphs that say where a freedom or a contested point matters.
  private static func uses(of heading: String, _ catalogue: Catalogue) -> [String] {
    guard let reference = CrossReference(heading.prefix { $0 != " " }) else { return [] }
    var paragraphs: [String] = []
    if case .nondeterminism(let number) = reference {
      let transitions = Transition.all.filter { $0.freedoms.contains(number) }
      if !transitions.isEmpty {
        paragraphs.append(listed("Transitions", transitions.map { "`\($0.id)`" }))
      }
    }
    let rules = catalogue.rules.filter { $0.see.contains(reference) }
    if !rules.isEmpty { paragraphs.append(listed("Rules", rules.map { "\($0.id)" })) }
    return paragraphs
  }

  /// The rules that cite a section of a source document.
  private static func citations(
    in heading: String, _ row: [Substring], _ catalogue: Catalogue
  ) -> String {
    let ends = (row.first ?? "").split { !$0.isNumber }.compactMap { Int($0) }
    guard let seed = Seed(heading.prefix { $0 != " " }), ends.count == 2 else { return "" }
    return catalogue.rules(citing: seed, ends[0]...ends[1]).map { "[\($0.id)]" }
      .joined(separator: ", ")
  }

  private static func listed(_ label: String, _ labels: [String]) -> String {
    "**\(label).** " + labels.map { "[\($0)]" }.joined(separator: ", ") + "."
  }

  /// Why nothing can be generated.
  package struct Fault: Error, Hashable {
    /// One sentence for each thing that is wrong, with its place.
    package let messages: [String]
  }
}
