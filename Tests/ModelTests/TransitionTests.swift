import OQModel
import OQSpecification
import Testing

@Suite struct TransitionTests {
  @Test func `the table has one row per transition, in order`() {
    #expect(Transition.all.map(\.id) == TransitionID.allCases)
  }

  @Test func `every transition says when it is allowed, what it does and why`() {
    for transition in Transition.all {
      #expect(!transition.guardText.isEmpty && !transition.effect.isEmpty, "\(transition.name)")
      #expect(!transition.rules.isEmpty, "\(transition.name)")
      #expect(transition.freedoms.allSatisfy { (1...44).contains($0) }, "\(transition.name)")
    }
  }

  @Test func `every freedom has branches or a reason why histories cannot show it`() {
    #expect(Freedom.all.map(\.number) == Array(1...44))
    for freedom in Freedom.all {
      #expect(freedom.branches.isEmpty == (freedom.unobservable != nil), "ND-\(freedom.number)")
    }
  }

  @Test func `every freedom that histories can show belongs to a transition`() {
    let named = Set(Transition.all.flatMap(\.freedoms))
    for freedom in Freedom.all where freedom.unobservable == nil {
      #expect(named.contains(freedom.number), "ND-\(freedom.number)")
    }
  }
}
