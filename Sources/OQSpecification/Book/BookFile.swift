/// The file by which the pages come into the executable.
package enum BookFile {
  /// The Swift source that embeds the pages; a pure function of what people wrote in them.
  ///
  /// - Parameters:
  ///   - freedoms: the text of `Freedoms.md`, without what is generated in it.
  ///   - contested: the text of `Contested.md`, likewise.
  ///   - sources: the text of `Sources.md`, likewise.
  ///   - glossary: the text of `Glossary.md`, likewise.
  /// - Returns: the file, to be written into the package root.
  package static func file(
    freedoms: String, contested: String, sources: String, glossary: String
  ) -> CatalogueFiles.File {
    let pages = [
      ("freedoms", freedoms), ("contested", contested), ("sources", sources),
      ("glossary", glossary),
    ]
    let constants = pages.map { name, text in
      "\n  static let \(name): String =\n" + CatalogueFiles.literal(text) + "\n"
    }
    return CatalogueFiles.File(
      path: "Sources/OQSpecification/Book.generated.swift",
      content: """
        // swift-format-ignore-file
        // Generated from Spec by 'swift run oqspec regenerate'; edit the pages instead.

        /// The hand-written part of the pages in `Spec`.
        enum GeneratedBook {

        """ + constants.joined() + "}\n")
  }
}
