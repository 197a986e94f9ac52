import Foundation
import TestSupport
import Testing

import OQSpecification

@Suite struct ValueTests {
  @Test(arguments: ["DEP-9", "OP-1", "DISPATCH-13", "ADV-999"])
  func `a rule id reads and prints the same text`(text: String) throws {
    #expect(RuleID(text)?.description == text)
  }

  @Test(arguments: [
    "", "DEP", "DEP-", "-9", "DEP-0", "DEP-09", "DEP-1000", "DEP--9", "DEP-9 ", "dep-9", "DEP-9-1",
    "DEP-+9", "DEP-९", "XYZ-1", "DEP–9",
  ])
  func `a malformed rule id is refused`(text: String) {
    #expect(RuleID(text) == nil)
  }

  @Test(.prompt) func `a malformed literal is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let id: RuleID = "DEP-"
      print(id)
    }
  }

  @Test func `rule ids are ordered by area and then by number`() {
    let ids: [RuleID] = ["DEP-10", "ADV-1", "DEP-9", "OP-51", "STATE-1"]
    #expect(ids.sorted() == ["OP-51", "STATE-1", "DEP-9", "DEP-10", "ADV-1"])
  }

  @Test func `areas have distinct chapter files and titles`() {
    #expect(Area.allCases.count == 25)
    #expect(Set(Area.allCases.map(\.chapterFile)).count == 25)
    #expect(Set(Area.allCases.map(\.title)).count == 25)
    #expect(Area.allCases.sorted() == Area.allCases)
  }

  @Test func `capabilities are ordered as declared`() {
    #expect(Capability.allCases.sorted() == Capability.allCases)
    #expect(Capability.threadIdentity > Capability.kvo)
  }

  @Test func `levels read and print the same text`() {
    #expect(Level.all.allSatisfy { Level($0.description) == $0 })
    #expect(Set(Level.all.map(\.description)).count == Level.all.count)
  }

  @Test(arguments: [
    ("core raised, returned; guide raised; reference returned", Profile.guide, ["raised"]),
    ("core raised, returned; reference returned", .guide, ["raised", "returned"]),
    ("core kept-until-finished", .reference, ["kept-until-finished"]),
  ])
  func `outcomes of a profile are its own or those of core`(
    text: String, profile: Profile, accepted: [String]
  ) throws {
    let outcomes = try #require(Outcomes(text))
    #expect(outcomes.description == text)
    #expect(outcomes.accepted(in: profile) == accepted)
  }

  @Test(arguments: [
    "", "core", "core ", "core a,b", "core a; reference b; guide c", "guide a", "core a, a",
    "core Raised", "other a",
  ])
  func `malformed outcomes are refused`(text: String) {
    #expect(Outcomes(text) == nil)
  }

  @Test(arguments: ["-", "twin of DEP-12", "DEP-1: the edge crosses two queues; DEP-2: likewise"])
  func `a derivation reads and prints the same text`(text: String) {
    #expect(Derivation(text)?.description == text)
  }

  @Test(arguments: [
    "", "DEP-1", "DEP-1:", "DEP-1: ", "DEP-1: a; DEP-1: b", "twin of", "twin of X-1",
  ])
  func `a malformed derivation is refused`(text: String) {
    #expect(Derivation(text) == nil)
  }

  @Test(arguments: [
    ("S0:324", true), ("S0:325", false), ("S0:0", false), ("S5:1", true), (" x", false),
  ])
  func `a seed line must exist`(text: String, isAccepted: Bool) {
    #expect((Citation(text) != nil) == isAccepted)
  }

  @Test(arguments: [("1.0", true), ("12.3", true), ("1", false), ("0.1", false), ("1.01", false)])
  func `a version is two numbers`(text: String, isAccepted: Bool) {
    #expect((SpecificationVersion(text) != nil) == isAccepted)
    #expect(!isAccepted || SpecificationVersion(text)?.description == text)
  }

  @Test func `versions are ordered by number and not by letters`() throws {
    let nine = try #require(SpecificationVersion("1.9"))
    let ten = try #require(SpecificationVersion("1.10"))
    #expect(nine < ten)
  }

  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func `the digest is FNV-1a`(text: String, digest: String) {
    #expect(Digest(of: text).description == digest)
    #expect(Digest(digest) == Digest(of: text))
  }

  @Test func `values are coded as their text`() throws {
    let id: RuleID = "DEP-9"
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == #"["DEP-9"]"#)
    #expect(try JSONDecoder().decode([RuleID].self, from: data) == [id])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Level].self, from: Data(#"["MUST"]"#.utf8))
    }
    #expect("\(String(describing: error))".contains("expected a level: CORE"))
  }

  @Test(arguments: Profile.allCases)
  func `a profile rule is enforced under its own profile only`(profile: Profile) {
    #expect(Level.core.isEnforced(in: profile))
    #expect(Level.acceptSet.isEnforced(in: profile))
    #expect(Level.profile(.guide).isEnforced(in: profile) == (profile == .guide))
    #expect(!Level.client.isEnforced(in: profile))
    #expect(!Level.rejected.isEnforced(in: profile))
  }
}
