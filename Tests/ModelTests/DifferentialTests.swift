import OQModel
import OQSpecification
import Testing

@Suite struct DifferentialTests {
  @Test(arguments: [Profile.core, .guide, .reference])
  func `both acceptors accept what the simulator makes, and agree on corruptions`(
    profile: Profile
  ) {
    let comparison = Differential(profile: profile, bound: 400, operations: 2, steps: 4)
    let report = comparison.run(0..<300, seed: 1)
    #expect(report.compared == 300)
    #expect(report.falseAlarms == [])
    #expect(report.disagreements == [])
    #expect(report.undecided < 60)
    #expect(report.rejections.reduce(0, +) > 0)
  }
}
