/// The files that are generated from the chapters.
package enum CatalogueFiles {
  /// One generated file.
  package struct File: Sendable, Hashable {
    /// The path from the package root.
    package let path: String
    /// The whole content.
    package let content: String

    /// A file.
    package init(path: String, content: String) {
      self.path = path
      self.content = content
    }
  }

  /// The generated file for a catalogue; a pure function of it.
  ///
  /// - Parameter catalogue: what the chapters say.
  /// - Returns: the Swift source that embeds the catalogue.
  package static func source(for catalogue: Catalogue) -> File {
    File(path: "Sources/OQSpecification/Catalogue.generated.swift", content: swift(for: catalogue))
  }

  /// Embeds the canonical text as raw string literals, which the compiler takes in fastest.
  private static func swift(for catalogue: Catalogue) -> String {
    let literals = catalogue.chapters.map { literal($0.canonicalText) + ",\n" }
    return """
      // swift-format-ignore-file
      // Generated from Spec/Rules by 'swift run oqspec regenerate'; edit the chapters instead.

      /// The chapters of `Spec/Rules` in canonical form, and the digest over all of them.
      enum GeneratedCatalogue {
        static let digest = "\(catalogue.digest)"

        static let chapters: [String] = [

      """ + literals.joined() + """
          ]
        }

        """
  }

  /// A raw string literal with as many number signs as the text demands.
  static func literal(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\"\"" + signs) || text.contains("\\" + signs) { signs += "#" }
    return signs + "\"\"\"\n" + text + "\n\"\"\"" + signs
  }
}
