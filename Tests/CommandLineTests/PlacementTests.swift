import OQCommandLine
import Testing

@Suite struct PlacementTests {
  private func place(
    shard: Shard? = nil, jobs: Int? = nil, _ variables: [String: String]
  ) throws(UsageError) -> Placement {
    try Placement(shard: shard, jobs: jobs, variables: variables)
  }

  private func failure(_ variables: [String: String]) -> String? {
    do throws(UsageError) {
      _ = try place(variables)
      return nil
    } catch {
      return error.description
    }
  }

  private func slurm(_ id: String, _ count: String, _ min: String, _ max: String) -> [String:
    String]
  {
    [
      "SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_COUNT": count, "SLURM_ARRAY_TASK_MIN": min,
      "SLURM_ARRAY_TASK_MAX": max,
    ]
  }

  @Test(arguments: [[:], ["TEST_SHARD_INDEX": "", "OQCHECK_SHARDS": "", "OQCHECK_JOBS": ""]])
  func `does the whole campaign with one job where nothing is said`(variables: [String: String])
    throws
  {
    let placement = try place(variables)
    #expect(placement.shard == nil)
    #expect(placement.shardSource.description == "default")
    #expect(placement.jobs == 1)
    #expect(placement.jobsSource == .standard)
    #expect(placement.statusFile == nil)
    #expect(placement.notes.isEmpty)
    let other = try Placement(shard: nil, jobs: nil, variables: variables, standard: 4)
    #expect(other.jobs == 4 && other.jobsSource == .standard)
  }

  @Test func `an option wins over the environment, even over one that is wrong`() throws {
    let placement = try place(
      shard: Shard("1/2"), jobs: 3,
      [
        "TEST_SHARD_INDEX": "x", "TEST_TOTAL_SHARDS": "8", "TEST_SHARD_STATUS_FILE": "f",
        "OQCHECK_JOBS": "none", "OQCHECK_SHARDS": "9",
      ])
    #expect(placement.shard == Shard("1/2"))
    #expect(placement.shardSource.description == "--shard")
    #expect(placement.jobs == 3)
    #expect(placement.jobsSource.description == "--jobs")
    #expect(placement.statusFile == nil)
  }

  @Test func `reads Bazel test sharding and names its status file`() throws {
    let variables = ["TEST_SHARD_INDEX": "3", "TEST_TOTAL_SHARDS": "4"]
    let placement = try place(variables.merging(["TEST_SHARD_STATUS_FILE": "/f"]) { $1 })
    #expect(placement.shard == Shard("3/4"))
    #expect(
      placement.shardSource.description
        == "TEST_SHARD_INDEX and TEST_TOTAL_SHARDS (Bazel test sharding)")
    #expect(placement.statusFile == "/f")
    #expect(try place(variables).statusFile == nil)
  }

  @Test(arguments: [
    (["JOB_COMPLETION_INDEX": "0"], "0/8", "JOB_COMPLETION_INDEX", "Kubernetes indexed Job"),
    (["JOB_COMPLETION_INDEX": "7"], "7/8", "JOB_COMPLETION_INDEX", "Kubernetes indexed Job"),
    (["PARALLEL_SEQ": "1"], "0/8", "PARALLEL_SEQ", "GNU parallel"),
    (["PARALLEL_SEQ": "8"], "7/8", "PARALLEL_SEQ", "GNU parallel"),
  ])
  func `takes the number of parts from OQCHECK_SHARDS where the engine does not tell it`(
    variables: [String: String], shard: String, name: String, engine: String
  ) throws {
    let placement = try place(variables.merging(["OQCHECK_SHARDS": "8"]) { $1 })
    #expect(placement.shard == Shard(shard))
    #expect(placement.shardSource.description == "\(name) and OQCHECK_SHARDS (\(engine))")
    #expect(placement.notes.isEmpty)
    let whole = try place(variables)
    #expect(whole.shard == nil)
    #expect(
      whole.notes
        == ["\(name) is set but OQCHECK_SHARDS is not: this process does the whole campaign."])
  }

  @Test(arguments: [
    ("0", "4", "0", "3", "0/4"), ("3", "4", "0", "3", "3/4"), ("1", "4", "1", "4", "0/4"),
    ("5", "4", "1", "7", "2/4"), ("9", "1", "9", "9", "0/1"), ("30", "3", "10", "30", "2/3"),
  ])
  func `reads Slurm arrays with any start and step`(
    id: String, count: String, min: String, max: String, shard: String
  ) throws {
    let placement = try place(slurm(id, count, min, max))
    #expect(placement.shard == Shard(shard))
    #expect(
      placement.shardSource.description
        == "SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT (Slurm job array)")
  }

  @Test func `at least one task of an uneven Slurm array fails`() {
    for identifiers in [[1, 2, 9, 22, 31], [1, 3, 7], [0, 2, 3, 6], [1, 3, 5, 7, 20]] {
      let failures = identifiers.compactMap {
        failure(
          slurm("\($0)", "\(identifiers.count)", "\(identifiers[0])", "\(identifiers.max() ?? 0)"))
      }
      #expect(!failures.isEmpty)
      #expect(failures.allSatisfy { $0.hasSuffix("evenly spaced; use --shard I/N") })
    }
  }

  @Test(arguments: [
    (
      ["TEST_SHARD_INDEX": "1"],
      "the environment variable TEST_SHARD_INDEX is set without TEST_TOTAL_SHARDS; "
        + "set it or use --shard I/N"
    ),
    (
      ["TEST_TOTAL_SHARDS": "2"],
      "the environment variable TEST_TOTAL_SHARDS is set without TEST_SHARD_INDEX; "
        + "set it or use --shard I/N"
    ),
    (
      ["OQCHECK_SHARDS": "2"],
      "the environment variable OQCHECK_SHARDS is set without JOB_COMPLETION_INDEX or "
        + "PARALLEL_SEQ; set it or use --shard I/N"
    ),
    (
      ["SLURM_ARRAY_TASK_ID": "2"],
      "the environment variable SLURM_ARRAY_TASK_ID is set without SLURM_ARRAY_TASK_COUNT; "
        + "set it or use --shard I/N"
    ),
    (
      ["TEST_SHARD_INDEX": "-1", "TEST_TOTAL_SHARDS": "2"],
      "invalid value '-1' of the environment variable TEST_SHARD_INDEX: expected a decimal number "
        + "of at least 0"
    ),
    (
      ["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "2"],
      "invalid value '2' of the environment variable TEST_SHARD_INDEX: expected a number from 0 "
        + "to 1, as TEST_TOTAL_SHARDS is 2"
    ),
    (
      ["PARALLEL_SEQ": "0", "OQCHECK_SHARDS": "2"],
      "invalid value '0' of the environment variable PARALLEL_SEQ: expected a decimal number of at "
        + "least 1"
    ),
    (
      ["PARALLEL_SEQ": "3", "OQCHECK_SHARDS": "2"],
      "invalid value '3' of the environment variable PARALLEL_SEQ: expected a number from 1 to 2, "
        + "as OQCHECK_SHARDS is 2"
    ),
    (
      ["JOB_COMPLETION_INDEX": "0", "OQCHECK_SHARDS": "0"],
      "invalid value '0' of the environment variable OQCHECK_SHARDS: expected a decimal number of "
        + "at least 1"
    ),
    (
      ["OQCHECK_JOBS": "0"],
      "invalid value '0' of the environment variable OQCHECK_JOBS: expected a decimal number of at "
        + "least 1"
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0",
        "SLURM_ARRAY_TASK_MAX": "3",
      ],
      "invalid value '5' of the environment variable SLURM_ARRAY_TASK_ID: expected a decimal "
        + "number of at least 0 and at most 3"
    ),
    (
      [
        "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "PARALLEL_SEQ": "2",
        "OQCHECK_SHARDS": "2",
      ],
      "the environment gives two shards, 0/2 (Bazel test sharding) and 1/2 (GNU parallel); "
        + "choose one with --shard I/N"
    ),
  ])
  func `tells what is wrong with the environment`(variables: [String: String], text: String) {
    #expect(failure(variables) == text)
  }

  @Test func `only Bazel's own sharding creates its status file`() throws {
    let placement = try place([
      "PARALLEL_SEQ": "1", "OQCHECK_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "/f",
    ])
    #expect(placement.shard == Shard("0/2"))
    #expect(placement.statusFile == nil)
  }

  @Test func `engines that agree are no conflict`() throws {
    let placement = try place([
      "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2", "JOB_COMPLETION_INDEX": "1",
      "OQCHECK_SHARDS": "2",
    ])
    #expect(placement.shard == Shard("1/2"))
  }

  @Test func `takes jobs from its own variable, then from Slurm`() throws {
    let slurm = try place(["SLURM_CPUS_PER_TASK": "4"])
    #expect(slurm.jobs == 4)
    #expect(slurm.jobsSource.description == "SLURM_CPUS_PER_TASK (Slurm)")
    let own = try place(["SLURM_CPUS_PER_TASK": "4", "OQCHECK_JOBS": "2"])
    #expect(own.jobs == 2)
    #expect(own.jobsSource.description == "OQCHECK_JOBS (oqcheck)")
  }
}
