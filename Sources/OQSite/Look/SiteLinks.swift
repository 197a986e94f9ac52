import OQPages
import OQSpecification

/// Where the things of a checkout stand on the site.
struct SiteLinks {
  /// Pages made of Markdown, by the path of their file.
  private let pages: [String: String]
  /// Copied files, by their path.
  private let copies: [String: String]
  /// The places of rules in their chapters.
  private let places: [String: String]
  private let book: Book

  init(_ content: SiteContent) {
    pages = Dictionary(
      content.pages.map { ($0.path, SiteLinks.name(of: $0.path)) },
      uniquingKeysWith: { first, _ in first })
    copies = Dictionary(
      content.copies.map { ($0.path, SiteLinks.copy(of: $0.path)) },
      uniquingKeysWith: { first, _ in first })
    var places: [String: String] = [:]
    for rule in content.catalogue.rules {
      let anchor = Slug.of("\(rule.id) \(rule.title)")
      places["Spec/Rules/\(rule.id.area.chapterFile)#\(anchor)"] = "\(rule.id).html"
      places["Spec/Rules/\(rule.id.area.chapterFile)"] = "index.html#\(rule.id.area)"
    }
    self.places = places
    book = content.book
  }

  /// The page of a Markdown file.
  static func name(of path: String) -> String {
    switch path {
    case "Spec/README.md": "Contract.html"
    case "Spec/Examples/README.md": "Mutants.html"
    case "Spec/Vectors/README.md": "Vectors.html"
    case "Tests/Adapters/gnustep/README.md": "GNUstep.html"
    default: String((path.split(separator: "/").last ?? "").replacing(".md", with: ".html"))
    }
  }

  /// The copy of a file.
  static func copy(of path: String) -> String {
    path.hasPrefix("Spec/") ? String(path.dropFirst(5)) : path
  }

  /// Where a freedom or a contested point stands.
  func address(of reference: CrossReference) -> String {
    let title = book.freedom(reference)?.title ?? book.point(reference)?.title ?? ""
    let page = if case .nondeterminism = reference { "Freedoms" } else { "Contested" }
    return "\(page).html#\(Slug.of("\(reference) \(title)"))"
  }

  /// Where a link of a Markdown file leads on the site.
  ///
  /// - Parameters:
  ///   - target: what stands in the link.
  ///   - path: the file in which it stands.
  /// - Returns: nil for what is not on the site.
  func target(_ target: String, in path: String) -> String? {
    if target.contains("://") { return target }
    if target.hasPrefix("#") { return target }
    let parts = target.split(separator: "#", maxSplits: 1).map { String($0) }
    let anchor = parts.count == 2 ? "#\(parts[1])" : ""
    let file = SiteLinks.resolved(parts[0], from: path)
    if let place = places[file + anchor] { return place }
    if let page = pages[file] ?? pages[file + "/README.md"] { return page + anchor }
    if let copy = copies[file] { return copy }
    if file.hasPrefix("Spec/Litmus/"), file.hasSuffix(".oqask") {
      return "Asked.html#" + file.dropFirst("Spec/Litmus/".count).dropLast(".oqask".count)
    }
    if file == "Spec/Rules" { return "index.html" }
    return file == "Spec/Litmus" ? "Asked.html" : nil
  }

  private static func resolved(_ target: String, from path: String) -> String {
    var parts = path.split(separator: "/").dropLast().map { String($0) }
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
