import OQExploring
import OQReports
import OQSpecification

/// The rules as a folder of static pages: one for each rule, and those around them.
///
/// A pure function of its content: the same checkout gives the same bytes.
package struct Site {
  /// A page of which the content is one file in Markdown.
  struct Written {
    let name: String
    let title: String
    let markup: String
  }

  /// What the pages are made of.
  let content: SiteContent
  /// Text with links.
  let references: References
  /// The questions with the answers of the model.
  let asked: [AskedPage.Entry]
  /// Pages that were written by hand.
  let pages: [Written]
  /// The fingerprint of the rules' texts.
  let digest: String

  /// A site.
  ///
  /// - Parameter content: what the pages are made of.
  /// - Throws: what is missing, such as an example of a rule with a checker.
  package init(_ content: SiteContent) throws(SiteContent.Fault) {
    let problems = content.problems
    guard problems.isEmpty else { throw SiteContent.Fault(messages: problems) }
    self.content = content
    let links = SiteLinks(content)
    let references = References(content.catalogue, content.book, pages: links)
    self.references = references
    asked = content.questions.map { file in
      AskedPage.Entry(
        file: file,
        answer: Answer(
          file.file, path: "Spec/Litmus/\(file.name).oqask", profile: .core, bound: 200_000))
    }
    pages = content.pages.map { file in
      var markdown = Markdown(
        file.text, target: { links.target($0, in: file.path) }, plain: references.markup)
      let markup = markdown.markup()
      return Written(name: SiteLinks.name(of: file.path), title: markdown.title, markup: markup)
    }
    digest = Catalogue.currentDigest
  }

  /// Every file of the site, with its path inside the folder.
  package var files: [SiteContent.File] {
    func file(_ path: String, _ text: String) -> SiteContent.File {
      SiteContent.File(path: path, text: text)
    }
    let others = OtherPages(site: self)
    var files = [
      file("style.css", SiteStyle.text), file("search.js", SiteScript.text),
      file("index.html", IndexPage(site: self).text), file("Keepers.html", others.keepers),
      file("Commands.html", others.commands), file("More.html", others.more),
      file("Asked.html", AskedPage.text(asked, references)),
    ]
    files += content.catalogue.rules.map {
      file("\($0.id).html", RulePage(rule: $0, site: self).text)
    }
    files += pages.map { page in
      let rest = page.name == "Findings.html" ? others.programs : ""
      return file(page.name, SiteFrame.page(page.title, page.markup + rest))
    }
    files += content.copies.map { file(SiteLinks.copy(of: $0.path), $0.text) }
    return files
  }

  /// A line for a shell.
  static func command(_ text: String) -> String {
    "<pre class=\"command\">\(HTML.text(text))</pre>"
  }
}
