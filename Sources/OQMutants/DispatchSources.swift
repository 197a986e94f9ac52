import OQSpecification

extension Mutant {
  /// Broken dispatch sources.
  static let dispatchSources: [Mutant] = [
    Mutant(
      "source-leaves-its-queue", breaks: "SOURCE-1",
      "the handler of a dispatch source runs on a queue of its own",
      dispatch: { $0.sourceKeepsQueue = false }),
    Mutant(
      "source-fires-at-activation", breaks: "SOURCE-2",
      "the handler of a dispatch source is called when the source is registered",
      dispatch: { $0.firesAtActivation = true }),
    Mutant(
      "timer-ignores-deadline", breaks: "SOURCE-3", "a dispatch timer fires at once",
      dispatch: { $0.timer = .early }),
    Mutant(
      "timer-armed-again", breaks: "SOURCE-3",
      "a dispatch timer that does not repeat is armed again", dispatch: { $0.timer = .again }),
    Mutant(
      "timer-outlives-cancel", breaks: "SOURCE-3",
      "a repeating dispatch timer fires once more after its cancel handler",
      dispatch: { $0.timer = .outlivesCancel }),
    Mutant(
      "signal-watched-is-another", breaks: "SOURCE-4",
      "a dispatch source watches another signal than the one named",
      dispatch: { $0.signalArrives = false }),
    Mutant(
      "later-input-lost", breaks: "SOURCE-5",
      "only the first input of a descriptor is reported", dispatch: { $0.reportsInputOnce = true }),
    Mutant(
      "event-told-twice", breaks: "SOURCE-2",
      "the handler of a dispatch source is called twice for each event",
      dispatch: { $0.tellsTwice = true }),
    Mutant(
      "writing-source-disarms-reading", breaks: "SOURCE-5",
      "the end of a source that writes disarms the one that reads from the same descriptor",
      dispatch: { $0.leavesOthersArmed = false }),
    Mutant(
      "value-sent-meanwhile-lost", breaks: "SOURCE-8",
      "a dispatch source loses what is sent while its handler runs",
      dispatch: { $0.gathersMeanwhile = false }),
    Mutant(
      "sent-value-overwrites", breaks: "SOURCE-8",
      "a dispatch source that adds keeps only the last value that was sent",
      dispatch: { $0.sourceGathers = false }),
  ]
}
