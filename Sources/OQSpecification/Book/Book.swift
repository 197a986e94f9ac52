/// What the pages beside the chapters say: freedoms, contested points, sources.
package struct Book: Sendable, Hashable {
  /// The freedoms, by number from 1.
  package let freedoms: [FreedomEntry]
  /// The contested points, by number from 1.
  package let contested: [ContestedPoint]
  /// The source documents, in the order of ``Seed``.
  package let documents: [SourceDocument]

  /// Reads the pages.
  ///
  /// - Parameters:
  ///   - freedoms: the text of `Freedoms.md`.
  ///   - contested: the text of `Contested.md`.
  ///   - sources: the text of `Sources.md`.
  /// - Throws: the first place of each page that does not follow the form, or a number left out.
  package init(freedoms: String, contested: String, sources: String) throws(ChapterErrors) {
    var errors: [ChapterError] = []
    var entries: [FreedomEntry] = []
    var points: [ContestedPoint] = []
    var documents: [SourceDocument] = []
    do throws(ChapterErrors) {
      entries = try Book.entries(freedoms, "Freedoms.md", FreedomEntry.init, \.reference)
    } catch { errors += error.errors }
    do throws(ChapterErrors) {
      points = try Book.entries(contested, "Contested.md", ContestedPoint.init, \.reference)
    } catch { errors += error.errors }
    do throws(ChapterErrors) {
      documents = try Book.documents(sources)
    } catch { errors += error.errors }
    guard errors.isEmpty else { throw ChapterErrors(errors: errors) }
    self.freedoms = entries
    self.contested = points
    self.documents = documents
  }

  private static func documents(_ text: String) throws(ChapterErrors) -> [SourceDocument] {
    let page = try Page(parsing: text, file: "Sources.md")
    var documents: [SourceDocument] = []
    for section in page.sections {
      if let document = try SourceDocument(section, in: page.file) { documents.append(document) }
    }
    guard documents.map(\.seed) == Seed.allCases else {
      throw Page.fault(
        page.file, 1, "expected one section for each of " + alternatives(Seed.allCases))
    }
    return documents
  }

  private static func entries<Entry>(
    _ text: String, _ file: String,
    _ read: (Page.Section, String) throws(ChapterErrors) -> Entry,
    _ reference: KeyPath<Entry, CrossReference>
  ) throws(ChapterErrors) -> [Entry] {
    let page = try Page(parsing: text, file: file)
    var entries: [Entry] = []
    for section in page.sections {
      let entry = try read(section, file)
      guard entry[keyPath: reference].number == entries.count + 1 else {
        throw Page.fault(
          file, section.line, "expected number \(entries.count + 1), found '\(section.heading)'")
      }
      entries.append(entry)
    }
    return entries
  }

  /// The freedom that a reference names, or `nil`.
  ///
  /// - Parameter reference: such as ND-12.
  /// - Returns: the entry; nil for a contested point or a number that is not used.
  package func freedom(_ reference: CrossReference) -> FreedomEntry? {
    guard case .nondeterminism(let number) = reference, freedoms.indices.contains(number - 1)
    else { return nil }
    return freedoms[number - 1]
  }

  /// The contested point that a reference names, or `nil`.
  ///
  /// - Parameter reference: such as C-5.
  /// - Returns: the entry; nil for a freedom or a number that is not used.
  package func point(_ reference: CrossReference) -> ContestedPoint? {
    guard case .contested(let number) = reference, contested.indices.contains(number - 1)
    else { return nil }
    return contested[number - 1]
  }

  /// References in a catalogue to freedoms or points that the pages do not have, one sentence each.
  ///
  /// - Returns: nothing if every reference leads somewhere.
  package func problems(with catalogue: Catalogue) -> [String] {
    catalogue.rules.flatMap { rule in
      rule.see.filter { freedom($0) == nil && point($0) == nil }
        .map { "\(rule.id): see \($0), which neither Freedoms.md nor Contested.md has" }
    }
  }
}

extension CrossReference {
  /// The number n of ND-n or C-n.
  package var number: Int {
    switch self {
    case .nondeterminism(let number), .contested(let number): number
    }
  }
}
