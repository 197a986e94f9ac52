import OQModel
import OQSpecification

extension Model {
  /// A fingerprint of the model as far as it describes itself: transitions with their guards and
  /// effects, freedoms with their outcomes, and the rules that it follows.
  package static var digest: Digest {
    var text = "\(Catalogue.currentDigest)\n"
    for transition in Transition.all {
      text += "\(transition.name)\n\(transition.guardText)\n\(transition.effect)\n"
      text += "\(transition.rules.map(\.description)) \(transition.freedoms)\n"
    }
    for branch in Branch.allCases { text += "\(branch.name)\n" }
    return Digest(of: text)
  }
}
