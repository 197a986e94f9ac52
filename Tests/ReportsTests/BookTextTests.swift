import OQModel
import OQReports
import OQSpecification
import OQText
import Testing

@Suite struct BookTextTests {
  @Test func `a freedom is explained with its outcomes`() throws {
    let entry = try #require(Book.current.freedom(.nondeterminism(12)))
    try Golden.expect(
      BookText.explanation(of: entry, catalogue: Samples.catalogue()), "explain-ND-12.txt")
  }

  @Test func `a contested point is explained with its readings`() throws {
    let point = try #require(Book.current.point(.contested(5)))
    try Golden.expect(
      BookText.explanation(of: point, catalogue: Samples.catalogue()), "explain-C-5.txt")
  }

  @Test func `a transition is explained with guard and effect`() throws {
    try Golden.expect(
      BookText.explanation(of: Transition[.release], catalogue: Samples.catalogue()),
      "explain-release.txt")
  }

  @Test func `everything can be explained within the width`() {
    let style = ReportStyle(width: 100)
    var texts = Book.current.freedoms.map { BookText.explanation(of: $0, style: style) }
    texts += Book.current.contested.map { BookText.explanation(of: $0, style: style) }
    texts += Transition.all.map { BookText.explanation(of: $0, style: style) }
    texts.append(BookText.transitions(style: style))
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= 100, "\(line)")
      #expect(!line.contains("]"), "\(line)")
    }
  }

  @Test func `words are explained without the stars of their page`() throws {
    let cell = try #require(Glossary.current.entry(of: "cell"))
    #expect(cell.meaning.contains("*pair*"))
    let text = BookText.explanation(of: cell)
    #expect(text.contains("a pair, or with three, a triple:"))
    for entry in Glossary.current.entries {
      #expect(!BookText.explanation(of: entry).contains("*"), "\(entry.words)")
    }
  }

  @Test func `rules that refer to a freedom are listed with their titles`() throws {
    let entry = try #require(Book.current.freedom(.nondeterminism(5)))
    let catalogue = Catalogue.current
    let text = BookText.explanation(of: entry, catalogue: catalogue)
    let referring = catalogue.rules.filter { $0.see.contains(.nondeterminism(5)) }
    #expect(!referring.isEmpty)
    for rule in referring { #expect(text.contains("\(rule.id)")) }
  }
}
