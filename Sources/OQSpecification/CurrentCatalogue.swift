extension Catalogue {
  /// The catalogue of this package, read on first use from the text that was generated from
  /// `Spec/Rules`.
  package static let current = Catalogue(
    chapters: GeneratedCatalogue.chapters.map { text in
      let area = text.prefix { $0 != ":" }.dropFirst(2)
      let file = Area(area)?.chapterFile ?? ""
      do {
        return try ChapterParser.parse(text, file: file)
      } catch {
        fatalError("the generated catalogue is damaged; regenerate it with oqspec:\n\(error)")
      }
    })

  /// The digest of ``current``, without reading the chapters.
  package static var currentDigest: String { GeneratedCatalogue.digest }
}
