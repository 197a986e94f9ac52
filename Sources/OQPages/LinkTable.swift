import OQModel
import OQSpecification

/// Where each thing that has an address stands: rules, freedoms, contested points, transitions.
///
/// Pages write `[DEP-9]`; the definitions at their end, which make links of these, come from here.
package struct LinkTable: Sendable {
  /// Labels and addresses from the folder `Spec`, in the order of the documents.
  private let targets: [(label: String, address: String)]

  /// The table of a catalogue and a book.
  ///
  /// - Parameters:
  ///   - catalogue: the rules.
  ///   - book: the pages beside the chapters.
  package init(_ catalogue: Catalogue, _ book: Book) {
    var targets: [(label: String, address: String)] = []
    for rule in catalogue.rules {
      let anchor = Slug.of("\(rule.id) \(rule.title)")
      targets.append(("\(rule.id)", "Rules/\(rule.id.area.chapterFile)#\(anchor)"))
    }
    for entry in book.freedoms {
      let anchor = Slug.of("\(entry.reference) \(entry.title)")
      targets.append(("\(entry.reference)", "Freedoms.md#\(anchor)"))
    }
    for point in book.contested {
      let anchor = Slug.of("\(point.reference) \(point.title)")
      targets.append(("\(point.reference)", "Contested.md#\(anchor)"))
    }
    for transition in Transition.all {
      targets.append(("`\(transition.id)`", "Model.md#\(transition.id)"))
    }
    self.targets = targets
  }

  /// The definitions for the labels that a page uses, each on a line of its own, in the order of
  /// the documents, so that a new use changes one line.
  ///
  /// - Parameters:
  ///   - text: the page, without definitions.
  ///   - folder: the way from the page's folder to `Spec`, such as `../`.
  /// - Returns: no line for a label that has no address.
  /// - Complexity: O(*n* + *m*) in the length of the text and the number of addresses.
  package func definitions(for text: String, folder: String = "") -> [String] {
    let used = Set(LinkTable.labels(in: text))
    return targets.filter { used.contains($0.label) }
      .map { "[\($0.label)]: \(folder)\($0.address)" }
  }

  /// Labels in brackets that are no inline links, in their order; with repetitions.
  ///
  /// - Returns: the labels without their brackets.
  package static func labels(in text: String) -> [String] {
    var labels: [String] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "[") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(where: { $0 == "]" || $0 == "[" || $0.isNewline }) else {
        break
      }
      guard rest[close] == "]" else { continue }
      let after = rest.index(after: close)
      if after == rest.endIndex || rest[after] != "(" { labels.append(String(rest[..<close])) }
      rest = rest[after...]
    }
    return labels
  }
}
