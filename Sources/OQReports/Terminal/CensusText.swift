import OQModel
import OQReport
import OQSpecification
import OQText

/// A census for people: a table of the freedoms that were seen, and the numbers of the others.
struct CensusText {
  let census: Census
  let profile: Profile
  let book: Book
  let style: ReportStyle

  init(_ census: Census, _ profile: Profile, book: Book = .current, style: ReportStyle) {
    self.census = census
    self.profile = profile
    self.book = book
    self.style = style
  }

  /// The section, with its title.
  var lines: [String] {
    var unseen: [String] = []
    var table = TextTable([TextTable.Column(), TextTable.Column(), TextTable.Column()])
    for (number, branches) in Census.freedoms(profile) {
      guard branches.contains(where: { census[$0] > 0 }) else {
        unseen.append("ND-\(number)")
        continue
      }
      let counts = branches.map { "\($0.outcome) \(census[$0])" }.joined(separator: ", ")
      table.rows.append([
        TextTable.Cell("ND-\(number)"), TextTable.Cell(counts),
        TextTable.Cell(book.freedom(.nondeterminism(number))?.title ?? ""),
      ])
    }
    var head = "\(counted(census.histories, "program"))"
    if census.undecided > 0 { head += ", \(census.undecided) undecided" }
    if census.unexplained > 0 { head += ", \(census.unexplained) unexplained" }
    return [style.title("Census of the freedoms") + " (\(head))"]
      + table.lines(width: style.width, indent: 2, palette: style.palette)
      + (unseen.isEmpty
        ? []
        : style.paragraph("not seen: \(unseen.joined(separator: ", "))", indent: 2, hanging: 4))
  }
}
