import OQText

/// Which part of a campaign a process does, and with how many workers.
///
/// An explicit option wins; otherwise the engine that started the process says, by its environment
/// variables. Variables with an empty value count as not set.
package struct Placement: Hashable, Sendable {
  /// Where a value comes from.
  package enum Source: Hashable, Sendable, CustomStringConvertible {
    /// An option, named without hyphens.
    case option(String)
    /// Environment variables, and the engine that sets the first of them.
    case variables([String], engine: String)
    /// Neither: the default.
    case standard

    /// For reports: `--shard`, `TEST_SHARD_INDEX and TEST_TOTAL_SHARDS (Bazel test sharding)`.
    package var description: String {
      switch self {
      case .option(let name): "--\(name)"
      case .variables(let names, let engine): "\(names.joined(separator: " and ")) (\(engine))"
      case .standard: "default"
      }
    }
  }

  /// The part to do; `nil` for the whole campaign.
  package let shard: Shard?
  /// Where `shard` comes from.
  package let shardSource: Source
  /// How many workers at a time; at least 1.
  package let jobs: Int
  /// Where `jobs` comes from.
  package let jobsSource: Source
  /// The file to create so that Bazel knows that its sharding is heeded.
  package let statusFile: String?
  /// What a person should know: sentences that belong on standard error.
  package let notes: [String]

  /// Finds the place of a process.
  ///
  /// - Parameters:
  ///   - shard: The value of `--shard`, if given.
  ///   - jobs: The value of `--jobs`, if given.
  ///   - variables: The environment.
  ///   - standard: How many workers where neither an option nor the environment says.
  /// - Throws: If a variable that matters cannot be read or lacks its partner, or if two engines
  ///   disagree.
  package init(
    shard: Shard?, jobs: Int?, variables: [String: String], standard: Int = 1
  ) throws(UsageError) {
    let environment = Environment(variables: variables)
    if let jobs {
      (self.jobs, jobsSource) = (jobs, .option("jobs"))
    } else {
      (self.jobs, jobsSource) = try environment.jobs() ?? (standard, .standard)
    }
    if let shard {
      (self.shard, shardSource, statusFile, notes) = (shard, .option("shard"), nil, [])
      return
    }
    let found = try environment.shard()
    self.shard = found?.shard
    shardSource = found?.source ?? .standard
    statusFile = found?.engine == .bazel ? environment["TEST_SHARD_STATUS_FILE"] : nil
    notes = found == nil ? environment.notes : []
  }
}

/// A set of environment variables, read as the engines document them.
private struct Environment {
  enum Engine: String {
    case bazel = "Bazel test sharding"
    case slurm = "Slurm job array"
    case kubernetes = "Kubernetes indexed Job"
    case parallel = "GNU parallel"
  }

  struct Found {
    let shard: Shard
    let names: [String]
    let engine: Engine

    var source: Placement.Source { .variables(names, engine: engine.rawValue) }
  }

  let variables: [String: String]

  /// The number of parts, for engines that tell only which part it is.
  static let total = "OQCHECK_SHARDS"
  static let ownJobs = "OQCHECK_JOBS"

  subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  func jobs() throws(UsageError) -> (Int, Placement.Source)? {
    if self[Self.ownJobs] != nil {
      let jobs = try number(Self.ownJobs, in: 1...Int.max)
      return (jobs, .variables([Self.ownJobs], engine: CommandTable.programName))
    }
    // Set only if the batch script asked for a number of processors per task.
    let slurm = "SLURM_CPUS_PER_TASK"
    guard self[slurm] != nil else { return nil }
    return (try number(slurm, in: 1...Int.max), .variables([slurm], engine: "Slurm"))
  }

  /// The part that the environment gives; `nil` if no engine gives one.
  func shard() throws(UsageError) -> Found? {
    let found = [try bazel(), try slurm(), try kubernetes(), try parallel()].compactMap(\.self)
    guard let first = found.first else {
      // Who sets the number of parts wants parts: doing everything in each process is no answer.
      if self[Self.total] != nil {
        throw UsageError(
          .missingVariable(
            name: "\(Self.kubernetesIndex) or \(Self.parallelIndex)", requiredBy: Self.total),
          command: .run)
      }
      return nil
    }
    if let other = found.first(where: { $0.shard != first.shard }) {
      throw UsageError(
        .conflictingShards(
          "\(first.shard) (\(first.engine.rawValue))", "\(other.shard) (\(other.engine.rawValue))"),
        command: .run)
    }
    return first
  }

  /// What is noteworthy where no part was found.
  var notes: [String] {
    [Self.kubernetesIndex, Self.parallelIndex].filter { self[$0] != nil }.map {
      "\($0) is set but \(Self.total) is not: this process does the whole campaign."
    }
  }

  /// `TEST_SHARD_INDEX` counts from 0 (Bazel test encyclopedia).
  private func bazel() throws(UsageError) -> Found? {
    let (index, count) = ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS")
    guard self[index] != nil || self[count] != nil else { return nil }
    return try counted(index: index, count: count, offset: 0, engine: .bazel)
  }

  private static let kubernetesIndex = "JOB_COMPLETION_INDEX"

  /// `JOB_COMPLETION_INDEX` counts from 0; a Pod is not told the number of completions
  /// (kubernetes/kubernetes issue 106009).
  private func kubernetes() throws(UsageError) -> Found? {
    guard self[Self.kubernetesIndex] != nil, self[Self.total] != nil else { return nil }
    return try counted(
      index: Self.kubernetesIndex, count: Self.total, offset: 0, engine: .kubernetes)
  }

  private static let parallelIndex = "PARALLEL_SEQ"

  /// `PARALLEL_SEQ` counts from 1; a job is not told the number of jobs.
  ///
  /// It is also set where each job has another subject, so the number of parts is what asks for
  /// sharding.
  private func parallel() throws(UsageError) -> Found? {
    guard self[Self.parallelIndex] != nil, self[Self.total] != nil else { return nil }
    return try counted(index: Self.parallelIndex, count: Self.total, offset: 1, engine: .parallel)
  }

  /// The identifiers of a Slurm array are those that the user chose, such as `1-7:2`.
  ///
  /// They are places in a sequence only if they are evenly spaced: *count* identifiers from *min*
  /// to *max*. If they are not, at least one task fails here, since then not all of them fit.
  private func slurm() throws(UsageError) -> Found? {
    let name = "SLURM_ARRAY_TASK_ID"
    guard self[name] != nil else { return nil }
    let names = (count: "SLURM_ARRAY_TASK_COUNT", min: "SLURM_ARRAY_TASK_MIN")
    for needed in [names.count, names.min, Self.slurmLast] where self[needed] == nil {
      throw UsageError(.missingVariable(name: needed, requiredBy: name), command: .run)
    }
    let count = try number(names.count, in: 1...Int.max)
    let first = try number(names.min, in: 0...Int.max)
    let last = try number(Self.slurmLast, in: first...Int.max)
    let identifier = try number(name, in: first...last)
    let gaps = count - 1
    let step = gaps == 0 ? 1 : (last - first) / gaps
    let isEven = gaps == 0 ? last == first : (last - first) % gaps == 0 && step > 0
    guard isEven, (identifier - first) % step == 0,
      let shard = Shard(index: (identifier - first) / step, count: count)
    else {
      throw invalid(name, "the identifiers of the array to be evenly spaced; use --shard I/N")
    }
    return Found(shard: shard, names: [name, names.count], engine: .slurm)
  }

  private static let slurmLast = "SLURM_ARRAY_TASK_MAX"

  private func counted(
    index: String, count: String, offset: Int, engine: Engine
  ) throws(UsageError) -> Found {
    for (name, other) in [(index, count), (count, index)] where self[name] == nil {
      throw UsageError(.missingVariable(name: name, requiredBy: other), command: .run)
    }
    let total = try number(count, in: 1...Int.max)
    // `offset + total` could exceed an Int; the place from 0 cannot.
    let place = try number(index, in: offset...Int.max) - offset
    guard let shard = Shard(index: place, count: total) else {
      throw invalid(
        index, "a number from \(offset) to \(total - 1 + offset), as \(count) is \(total)")
    }
    return Found(shard: shard, names: [index, count], engine: engine)
  }

  private func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = self[name].flatMap({ Int(digits: $0) }), range.contains(number) else {
      let upper = range.upperBound == Int.max ? "" : " and at most \(range.upperBound)"
      throw invalid(name, "a decimal number of at least \(range.lowerBound)\(upper)")
    }
    return number
  }

  private func invalid(_ name: String, _ expected: String) -> UsageError {
    UsageError(
      .invalidVariable(name: name, value: self[name] ?? "", expected: expected), command: .run)
  }
}
