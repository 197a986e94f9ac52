import Foundation
import Testing

import OQSpecification

/// The rules as other tools read them.
@Suite struct CatalogueJSONTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func written(_ rules: [Rule] = Catalogue.current.rules) throws -> [String: Any] {
    try object(CatalogueJSON.text(rules, of: .current))
  }

  @Test func `it is valid and has every rule and chapter`() throws {
    let object = try written()
    #expect(object["schema"] as? Int == CatalogueJSON.schemaVersion)
    let spec = try #require(object["spec"] as? [String: String])
    #expect(spec["digest"] == Catalogue.currentDigest)
    let rules = try #require(object["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == Catalogue.current.rules.map(\.id.description))
    #expect(
      rules.map { $0["statement"] as? String } == Catalogue.current.rules.map(\.statement))
    let chapters = try #require(object["chapters"] as? [[String: Any]])
    #expect(
      chapters.map { $0["area"] as? String }
        == Catalogue.current.chapters.map(\.area.rawValue))
  }

  @Test func `of some rules it has these and their chapters`() throws {
    let object = try written(Catalogue.current.select("DEP-*"))
    let rules = try #require(object["rules"] as? [[String: Any]])
    #expect(rules.count > 5)
    #expect(rules.allSatisfy { ($0["id"] as? String)?.hasPrefix("DEP-") == true })
    let chapters = try #require(object["chapters"] as? [[String: Any]])
    #expect(chapters.map { $0["area"] as? String } == ["DEP"])
  }

  @Test func `it has the keys that its schema allows`() throws {
    let page = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Spec/catalogue.schema.json")
    let schema = try object(String(contentsOf: page, encoding: .utf8))
    let catalogue = try written()
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(catalogue.keys))
    for part in ["rules", "chapters"] {
      let items = try #require(properties[part]?["items"] as? [String: Any])
      let allowed = try #require(items["properties"] as? [String: Any])
      #expect(Set(allowed.keys) == Set(try #require(items["required"] as? [String])))
      let values = try #require(catalogue[part] as? [[String: Any]])
      #expect(values.allSatisfy { Set($0.keys) == Set(allowed.keys) })
    }
  }
}
