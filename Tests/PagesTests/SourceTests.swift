import OQSpecification
import Testing

/// Every section of the source documents has rules, and every citation lies in a section.
@Suite struct SourceTests {
  private let catalogue = Catalogue.current

  @Test func `every cited line lies in a section`() {
    let book = Book.current
    for rule in catalogue.rules {
      for case .seed(let seed, let line) in rule.sources where seed != .s2 {
        let document = book.documents.first { $0.seed == seed }
        #expect(document?.section(at: line) != nil, "\(rule.id): \(seed):\(line)")
      }
    }
  }

  @Test func `every section has rules or says why it has none`() {
    for document in Book.current.documents {
      for section in document.sections {
        let rules = catalogue.rules(citing: document.seed, section.lines)
        let name = "\(document.seed):\(section.lines.lowerBound) \(section.title)"
        if Pages.isComplete {
          #expect(rules.isEmpty == (section.reason != nil), "\(name)")
        } else {
          #expect(rules.isEmpty || section.reason == nil, "\(name)")
        }
      }
    }
  }

  @Test func `what the table of a section lists are the rules that cite it`() throws {
    let page = try Pages.text("Spec/Sources.md")
    let rows = page.split(separator: "\n").filter { $0.contains("| Dependencies |") }
    #expect(rows.count == 2)
    let cited = catalogue.rules(citing: .s0, 210...218)
    #expect(cited.count > 10)
    for rule in cited { #expect(rows[0].contains("[\(rule.id)]")) }
    for rule in catalogue.rules where rows[0].contains("[\(rule.id)]") {
      #expect(cited.contains(rule))
    }
  }

  @Test func `rules that cite a document of their own are numbered from 51, and only these`() {
    for rule in catalogue.rules where rule.id.number < 51 {
      let isFromSeed = rule.sources.contains { if case .seed = $0 { true } else { false } }
      #expect(isFromSeed, "\(rule.id) has no line of a source document")
    }
  }
}
