import OQHistory
import OQPrograms
import OQSpecification

/// FNV-1a over UTF-8, to compare long texts by one number.
struct Fingerprint {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ text: String) {
    for byte in text.utf8 {
      value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }
}

/// The generator of the tests: everything in play.
func fullGenerator(seed: UInt64) -> Generator {
  Generator(seed: seed, vocabulary: .full, rules: Generator.rules)
}

/// Everything that is wrong with a program, as sentences.
func faults(_ program: Program) -> [String] {
  var faults: [String] = []
  if program.declaredCycle != nil { faults.append("declared dependencies have a cycle") }
  for script in program.scripts {
    if case .callback(let callback) = script.lane, let fault = program.fault(callback) {
      faults.append(fault)
    }
    for step in script.steps {
      if let fault = program.fault(step, in: script.lane) { faults.append(fault) }
    }
  }
  return faults
}
