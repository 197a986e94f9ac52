extension Glossary {
  /// The glossary of this package, read on first use from the text that was generated from `Spec`.
  package static let current: Glossary = {
    do {
      return try Glossary(parsing: GeneratedBook.glossary)
    } catch {
      fatalError("the generated book is damaged; regenerate it with oqspec:\n\(error)")
    }
  }()
}

extension Book {
  /// The pages of this package, read on first use from the text that was generated from `Spec`.
  package static let current: Book = {
    do {
      return try Book(
        freedoms: GeneratedBook.freedoms, contested: GeneratedBook.contested,
        sources: GeneratedBook.sources)
    } catch {
      fatalError("the generated book is damaged; regenerate it with oqspec:\n\(error)")
    }
  }()
}
