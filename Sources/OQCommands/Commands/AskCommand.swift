import OQAdapters
import OQCommandLine
import OQContracts
import OQExploring
import OQHistory
import OQReports
import OQRunner
import OQSpecification
import OQText

/// `oqcheck ask FILE...`: answers questions about programs by the model, and by runs of subjects.
struct AskCommand {
  private let options: AskOptions
  private let console: Console

  static func run(_ options: AskOptions, _ console: Console) throws(Failure) -> ExitStatus {
    try AskCommand(options: options, console: console).run()
  }

  private func run() throws(Failure) -> ExitStatus {
    let subjects = try subjects()
    defer { for subject in subjects { subject.executor.shutDown() } }
    let files = try read()
    if let path = options.json, path != "-" { try Files.checkWritable(path) }
    var answers: [Answer] = []
    var pace = Pace()
    for (path, file) in files {
      var answer = Answer(file, path: path, profile: options.profile, bound: options.bound)
      for subject in subjects { answer.observations.append(try observe(answer, subject)) }
      if files.count == 1, options.columns.isEmpty, answer.vacuousQuestion == nil {
        answer.decisions = Decision.all(0, answer.held, file, bound: options.bound)
      }
      if options.json != "-" { show(answer, isAlone: files.count == 1) }
      answers.append(answer)
      pace.note(path)
    }
    if answers.count > 1 { console.warn(pace.text) }
    if answers.count > 1, options.columns.isEmpty, options.json != "-" {
      console.write(AnswerText.summary(answers))
    }
    try writeJSON(answers)
    let standings = answers.map(\.standing)
    if standings.contains(.vacuous) { return .malformedInput }
    if standings.contains(.contradicted) { return .violated }
    return standings.contains(.undecided) ? .inconclusive : .conformant
  }

  /// How long files take, runs of subjects included.
  private struct Pace {
    private var last = ContinuousClock.now
    private var sum = Duration.zero
    private var slowest = (path: "", time: Duration.zero)

    mutating func note(_ path: String) {
      let now = ContinuousClock.now
      let time = now - last
      last = now
      sum += time
      if time > slowest.time { slowest = (path, time) }
    }

    var text: String {
      func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
      return "\(milliseconds(sum)) ms in all, \(slowest.path) took \(milliseconds(slowest.time))"
    }
  }

  private func show(_ answer: Answer, isAlone: Bool) {
    let text = AnswerText(
      answer, width: console.output.width, palette: console.output.palette)
    if !options.columns.isEmpty {
      console.write(text.difference(options.columns))
    } else {
      console.write(isAlone || answer.standing != .expected ? text.text : text.line)
    }
  }

  private func writeJSON(_ answers: [Answer]) throws(Failure) {
    guard let path = options.json else { return }
    let text: String
    do {
      text = try JSONAnswer.text(answers.map { JSONAnswer($0) })
    } catch {
      throw Failure(.fault, "\(error)")
    }
    if path == "-" { console.write(text) } else { try Files.write(text, to: path) }
  }

  // MARK: Files

  private func read() throws(Failure) -> [(path: String, file: AskFile)] {
    var paths: [String] = []
    for path in options.files {
      guard FilePlace.isFolder(path) ?? false else {
        paths.append(path)
        continue
      }
      let names = try Files.names(in: path)
      let found = names.filter { $0.hasSuffix(".oqask") }
      guard !found.isEmpty else {
        throw Failure(.missingInput, "\(path): no files with questions (.oqask)")
      }
      paths += found.map { "\(path)/\($0)" }
    }
    var files: [(path: String, file: AskFile)] = []
    for path in paths {
      let text = try Files.read(path)
      do throws(TextError) {
        files.append((path, try AskFile(parsing: text)))
      } catch {
        throw Failure(
          .malformedInput, "\(path): \(error)",
          hint: "The format of questions is described in Spec/Questions.md.")
      }
    }
    return files
  }

  // MARK: Subjects

  private struct Asked {
    let name: String
    let version: String
    let executor: any Executor
  }

  private func subjects() throws(Failure) -> [Asked] {
    var subjects: [Asked] = []
    guard options.columns.isEmpty || options.columns.count == 2 else {
      throw Failure(.usage, "--diff names two profiles or subjects, such as --diff core guide")
    }
    for reference in options.subjects {
      let judged = try JudgedSubject.find(reference, in: console.toolbox)
      do {
        subjects.append(
          Asked(
            name: reference.description, version: judged.description.version,
            executor: try judged.executor(profile: options.profile, seed: 1)))
      } catch {
        throw Failure(.fault, "\(error)")
      }
    }
    return subjects
  }

  /// Runs a program again and again: every second time with delays at points of the harness.
  private func observe(_ answer: Answer, _ subject: Asked) throws(Failure) -> Observation {
    var observation = Observation(subject: subject.name, version: subject.version)
    var program = answer.subjectProgram
    for run in 0..<options.runs {
      program.settings.jitter = run % 2 == 0 ? nil : UInt64(run)
      do {
        observation.add(
          try subject.executor.executeQuickly(program).history, answer.file)
      } catch {
        throw Failure(.fault, "\(error)")
      }
    }
    guard options.scans else { return observation }
    program.settings.jitter = nil
    do {
      try scan(program, subject.executor, answer.file, &observation)
    } catch {
      throw Failure(.fault, "\(error)")
    }
    return observation
  }

  /// Undisturbed runs in which the points of a subject are counted.
  private static let countingRuns = 3

  /// Runs a program once for each point of the subject, with a lane held there.
  private func scan(
    _ program: Program, _ executor: any Executor, _ file: AskFile,
    _ observation: inout Observation
  ) throws {
    var points: [SubjectPoint] = []
    for _ in 0..<AskCommand.countingRuns {
      let run = try executor.executeQuickly(program, TrialMode(points: .counted))
      observation.add(run.history, file)
      for point in run.points?.points ?? [] where !points.contains(point) { points.append(point) }
    }
    var schedules = Scan(of: points)
    var held = 0
    while let holds = schedules.nextSchedule() {
      let run = try executor.executeQuickly(program, TrialMode(following: Pins([], holding: holds)))
      observation.add(run.history, file)
      if let report = run.points, report.held >= holds.count { held += 1 }
    }
    observation.holds = held
  }
}
