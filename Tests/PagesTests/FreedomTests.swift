import OQModel
import OQSpecification
import Testing

/// `Freedoms.md` and the model list the same freedoms with the same outcomes.
@Suite struct FreedomTests {
  @Test func `the page has the freedoms of the model, by number`() {
    #expect(Book.current.freedoms.map(\.number) == Freedom.all.map(\.number))
  }

  @Test(arguments: Freedom.all)
  func `each freedom has the outcomes that the model counts, in its order`(
    freedom: Freedom
  ) throws {
    let entry = try #require(Book.current.freedom(.nondeterminism(freedom.number)))
    let counted = entry.outcomes.filter(\.isCounted).map(\.name)
    #expect(counted == freedom.branches.map(\.outcome), "ND-\(freedom.number)")
    #expect(!entry.outcomes.isEmpty)
    #expect(Set(entry.outcomes.map(\.name)).count == entry.outcomes.count)
  }

  @Test(arguments: Freedom.all)
  func `what histories cannot show has the model's reason`(freedom: Freedom) throws {
    let entry = try #require(Book.current.freedom(.nondeterminism(freedom.number)))
    let reason = entry.notSeen.map { ($0.prefix(1).lowercased() + $0.dropFirst()).dropLast() }
    #expect(reason.map { String($0) } == freedom.unobservable, "ND-\(freedom.number)")
  }

  @Test func `names of outcomes are in kebab case`() {
    #expect(Branch.nd43NotAwaited.outcome == "not-awaited")
    #expect(Branch.nd25WhileSuspended.outcome == "while-suspended")
    #expect(Branch.nd3True.outcome == "true")
  }

  @Test func `rules and resolutions refer to freedoms that exist`() {
    let book = Book.current
    #expect(book.problems(with: .current) == [])
    for point in book.contested {
      #expect(point.freedoms.allSatisfy { book.freedom($0) != nil }, "\(point.reference)")
    }
  }
}
