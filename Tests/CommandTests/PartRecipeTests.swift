import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A recipe for a campaign in parts` {
  /// Recipes that start parts and join them, with what starts them: `sbatch` is a program that runs
  /// three tasks.
  private enum Engine: String, CaseIterable {
    case parallel = "parallel.sh"
    case slurm = "slurm.sbatch"

    var isInstalled: Bool {
      self == .slurm || FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel")
    }

    func start(
      _ words: [String], _ command: String, in folder: Folder, variables: [String: String] = [:]
    ) async throws -> Ending {
      let sbatch = """
        # Before the script: --wait --parsable.
        shift 2
        echo '7;cluster'
        for task in 0 1 2; do
          SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 \\
            SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=2 bash "$@" >log 2>&1 || ended=$?
        done
        exit "${ended:-0}"
        """
      _ = try await Recipes.program(sbatch, to: "bin/sbatch", in: folder)
      let places = self == .parallel ? ["3", "output"] : []
      return try await Command(
        [Recipes.path(rawValue)] + places + words, of: "/bin/bash", in: folder,
        variables: [
          "OQCHECK": command, "PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": folder.temporary,
        ].merging(variables) { $1 }
      ).end()
    }

    /// Where the joined report is.
    var report: String { self == .parallel ? "output/report.json" : "oqcheck-7.json" }

    /// What the stub notes of the merge, before what is expected.
    var merge: String {
      let reports = (0...2).map { self == .parallel ? "output/\($0)" : "oqcheck-7-\($0)" }
      return "<report><merge>" + reports.map { "<\($0).json>" }.joined()
    }
  }

  private static let engines = Engine.allCases.filter(\.isInstalled)

  @Test(.enabled(if: engines.count == 2, "GNU parallel is not installed"))
  func `gives the report of the whole campaign`() async throws {
    for engine in Self.engines {
      let folder = try Folder()
      let words = ["model", "--seed", "3", "--programs", "30"]
      let whole = try await Command(["run"] + words + ["--report", "json=whole"], in: folder).end()
      let parts = try await engine.start(words, try builtCommand(), in: folder)
      #expect(parts.status == whole.status, "\(parts.output)\(parts.errors)")
      #expect(try folder.data(engine.report) == folder.data("whole"), "\(engine)")
    }
  }

  @Test(.enabled(if: engines.count == 2, "GNU parallel is not installed"))
  func `judges an adapter with arguments`() async throws {
    for engine in Self.engines {
      let folder = try Folder()
      try await Recipes.writeAdapter(running: try builtCommand(), in: folder)
      let words = ["--programs", "3", "exec:", "--", "sh", "adapter.sh", "--serve", "it"]
      let parts = try await engine.start(words, try builtCommand(), in: folder)
      #expect([0, 2].contains(parts.status), "\(engine): \(parts.output)\(parts.errors)")
      #expect(try folder.object(engine.report)["programs"] as? Int == 3, "\(engine)")
    }
  }

  @Test(.enabled(if: engines.count == 2, "GNU parallel is not installed"), arguments: [0, 1, 2, 4])
  func `joins parts that end by their own answer`(status: Int) async throws {
    for engine in Self.engines {
      let folder = try Folder()
      let ending = try await stubbed(engine, ["model"], part: status, in: folder)
      #expect(ending.status == 7, "\(engine): \(ending.output)\(ending.errors)")
    }
  }

  @Test(.enabled(if: engines.count == 2, "GNU parallel is not installed"), arguments: [3, 64, 70])
  func `ends with a part that is not judged`(status: Int) async throws {
    for engine in Self.engines {
      let folder = try Folder()
      let ending = try await stubbed(engine, ["model"], part: status, in: folder)
      #expect(Int(ending.status) == status, "\(engine): \(ending.output)\(ending.errors)")
      #expect(try !folder.text("words").contains("<merge>"), "\(engine)")
    }
  }

  @Test(.enabled(if: engines.count == 2, "GNU parallel is not installed"))
  func `tells the merge what is expected, and no word of an adapter`() async throws {
    for engine in Self.engines {
      for (words, told) in [
        (["--expect", "known a.txt", "model"], "<--expect><known a.txt>"),
        (["model", "--expect=known.txt"], "<--expect=known.txt>"),
        (["exec:", "--", "a", "--expect", "{}", "$b"], ""),
      ] {
        let folder = try Folder()
        let ending = try await stubbed(engine, words, part: 0, in: folder)
        #expect(ending.status == 7, "\(engine): \(ending.output)\(ending.errors)")
        let noted = try folder.text("words")
        #expect(noted.contains("\(engine.merge)\(told)<--report>"), "\(noted)")
        #expect(noted.contains(words.map { "<\($0)>" }.joined() + "\n"), "\(noted)")
      }
    }
  }

  private func stubbed(
    _ engine: Engine, _ words: [String], part: Int, in folder: Folder
  ) async throws -> Ending {
    let stub = try await Recipes.program(Recipes.stub, to: "stub", in: folder)
    return try await engine.start(
      words, stub, in: folder,
      variables: ["NOTES": folder.path, "PART": "\(part)", "WHOLE": "7"])
  }

  // MARK: Kubernetes

  /// Runs the container of a Job, with other places for the volume and the image.
  private func run(
    _ job: YAML, part: Int? = nil, path: String, in folder: Folder,
    _ variables: [String: String] = [:]
  ) async throws -> Ending {
    let container = try job.at("spec", "template", "spec", "containers", "0")
    var environment: [String: String] = ["PATH": path]
    guard case .list(let pairs) = try container.at("env") else { return try #require(nil) }
    for pair in pairs { environment[try pair.at("name").text] = try pair.at("value").text }
    environment["JOB_COMPLETION_INDEX"] = part.map { "\($0)" }
    let words = try container.at("command").texts + container.at("args").texts
    return try await Command(
      words.dropFirst().map {
        $0.replacing("20000", with: "12").replacing("/reports", with: "\(folder.path)/reports")
      }, of: words[0], in: folder, variables: environment.merging(variables) { $1 }
    ).end()
  }

  @Test func `for Kubernetes runs three Pods and joins what they wrote`() async throws {
    let folder = try Folder()
    let jobs = try Recipes.yaml("kubernetes.yaml")
    #expect(try jobs.map { try $0.at("metadata", "name").text } == ["oqcheck", "oqcheck-join"])
    #expect(try jobs.allSatisfy { try $0.at("kind").text == "Job" })
    let count = try jobs[0].at("spec", "completions")
    #expect(try jobs[0].at("spec", "parallelism") == count)
    let environment = try jobs[0].at("spec", "template", "spec", "containers", "0", "env", "0")
    #expect(try environment.at("name").text == "OQCHECK_SHARDS")
    #expect(try environment.at("value") == count)
    _ = try folder.write("", to: "reports/report.html")
    let path = try await Recipes.path(with: try builtCommand(), in: folder)
    for part in 0..<(try #require(Int(try count.text))) {
      let ending = try await run(jobs[0], part: part, path: path, in: folder)
      #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    }
    let joined = try await run(jobs[1], path: path, in: folder)
    #expect([0, 2].contains(joined.status), "\(joined.output)\(joined.errors)")
    #expect(try folder.object("reports/report.json")["programs"] as? Int == 12)
  }

  @Test(arguments: [(0, 0), (1, 0), (2, 0), (4, 0), (3, 3), (64, 64)])
  func `for Kubernetes ends a Pod with what keeps it from its answer`(
    status: Int, ended: Int
  ) async throws {
    let folder = try Folder()
    let jobs = try Recipes.yaml("kubernetes.yaml")
    _ = try folder.write("", to: "reports/0.json")
    _ = try await Recipes.program(Recipes.stub, to: "bin/oqcheck", in: folder)
    let path = "\(folder.path)/bin:/usr/bin:/bin"
    let variables = [
      "NOTES": folder.path, "PART": "\(status)", "WHOLE": "7", "OQCHECK_EXPECT": "a b",
    ]
    let part = try await run(jobs[0], part: 0, path: path, in: folder, variables)
    #expect(Int(part.status) == ended, "\(part.errors)")
    let joined = try await run(jobs[1], path: path, in: folder, variables)
    #expect(joined.status == 7, "\(joined.errors)")
    let lines = try folder.text("words").split(separator: "\n")
    #expect(lines.map { $0.contains("<--expect><a b>") } == [true, true])
  }

  // MARK: Bazel and images

  /// Runs the test of Bazel as one of three shards.
  private func shard(
    _ index: Int, _ words: [String], in folder: Folder, _ variables: [String: String] = [:]
  ) async throws -> Ending {
    _ = try folder.write("", to: "\(index)/outputs/keep")
    let place = "\(folder.path)/\(index)"
    return try await Command(
      [Recipes.path("queue.sh")] + words, of: "/bin/bash", in: folder,
      variables: [
        "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "\(index)",
        "TEST_SHARD_STATUS_FILE": "\(place)/status", "XML_OUTPUT_FILE": "\(place)/test.xml",
        "TEST_UNDECLARED_OUTPUTS_DIR": "\(place)/outputs",
      ].merging(variables) { $1 }
    ).end()
  }

  @Test func `for Bazel runs a shard, and keeps what it found`() async throws {
    let build = try Recipes.text("BUILD.bazel")
    #expect(build.contains("srcs = [\"queue.sh\"]") && build.contains("shard_count = 3"))
    #expect(try Recipes.text("MODULE.bazel").contains("name = \"oqcheck\""))
    let folder = try Folder()
    let command = try builtCommand()
    try await Recipes.writeAdapter(running: command, in: folder)
    for index in 0..<3 {
      let words = [command, "exec:sh adapter.sh --serve it", "--programs", "3"]
      let ending = try await shard(index, words, in: folder)
      #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
      #expect(folder.names(in: "\(index)").contains("status"))
      #expect(try folder.text("\(index)/test.xml").contains("<testsuite"))
    }
    let reports = (0..<3).map { "\($0)/outputs/report.json" }
    let merge = try await Command(["report", "merge"] + reports, in: folder).end()
    #expect([0, 2].contains(merge.status), "\(merge.output)\(merge.errors)")
    #expect(merge.output.contains("3 programs"), "\(merge.output)")
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 0), (4, 0), (3, 3), (64, 64)])
  func `for Bazel fails where a shard finds something`(status: Int, ended: Int) async throws {
    let folder = try Folder()
    let stub = try await Recipes.program(Recipes.stub, to: "stub", in: folder)
    let ending = try await shard(
      0, [stub, "model"], in: folder, ["NOTES": folder.path, "PART": "\(status)"])
    #expect(Int(ending.status) == ended, "\(ending.errors)")
  }

  @Test func `for an image adds the archive of a release, and a command that runs`() async throws {
    let folder = try Folder()
    let version = "0.0.1"
    let lines = try Recipes.text("Containerfile").replacing("\\\n", with: "")
      .replacing("${VERSION}", with: version).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    #expect(lines.map(\.first) == ["FROM", "ARG", "ADD", "RUN", "ENTRYPOINT"])
    let name = "oqcheck-\(version)-x86_64-linux"
    #expect(lines[2][1] == "\(name).tar.gz /opt/")
    let release = Recipes.package.appending(path: ".ci/release").path
    let script = try String(contentsOfFile: release, encoding: .utf8)
    #expect(script.contains("name=oqcheck-$version-$arch-linux\n"))
    #expect(script.contains("\"$stage/bin/oqcheck\"") && script.contains("$name.tar.gz"))

    // What is added is unpacked in the image, whose root is a folder here.
    let archive = try await Recipes.archive(
      of: "exec '\(try builtCommand())' \"$@\"", named: name, in: folder)
    _ = try folder.write("", to: "usr/local/bin/keep")
    _ = try folder.write("", to: "opt/keep")
    let tar = ["-xzf", archive.path, "-C", "\(folder.path)/opt"]
    #expect(try await Command(tar, of: "/bin/tar", in: folder).end().status == 0)
    let command = lines[3][1].replacing("/opt", with: "\(folder.path)/opt")
      .replacing("/usr/local", with: "\(folder.path)/usr/local")
    let run = try await Command(
      ["-c", command], of: "/bin/sh", in: folder,
      variables: ["PATH": "\(folder.path)/usr/local/bin:/usr/bin:/bin"]
    ).end()
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let entry = try JSONDecoder().decode([String].self, from: Data(lines[4][1].utf8))
    #expect(folder.names(in: "usr/local/bin").contains(entry[0]))
  }
}

@Suite(.awaiting, .limit(minutes: 2)) struct `The reader of YAML for recipes` {
  /// Where Python has a reader of its own, both must understand the same.
  @Test func `reads every recipe as others do`() async throws {
    let recipes = ["github.yml", "gitlab.yml", "kubernetes.yaml"].map { "Spec/Recipes/\($0)" }
    for name in recipes + [".github/actions/oqcheck/action.yml"] {
      let path = Recipes.package.appending(path: name).path
      let read = try YAML.documents(String(contentsOfFile: path, encoding: .utf8))
      let folder = try Folder()
      let script = """
        import json, sys, yaml
        json.dump(list(yaml.load_all(open(sys.argv[1]), yaml.BaseLoader)), sys.stdout)
        """
      let python = try await Command(
        ["python3", "-c", script, path], of: "/usr/bin/env", in: folder
      ).end()
      let isMissing = python.status == 127 || python.errors.contains("No module named 'yaml'")
      if isMissing { continue }
      #expect(python.status == 0, "\(name): \(python.errors)")
      #expect(try JSONDecoder().decode([YAML].self, from: Data(python.output.utf8)) == read)
    }
  }

  @Test(
    arguments: [
      "a: b: c\n", "a: b\n  c\n", "a:\n", "a: [b\n", "a: 'b\n", "a: 1\na: 2\n", "- a\nb: c\n",
      "a: {b: c, b: d}\n", "a: *b\n", "a: >\n  b\n", "\ta: b\n", "a\n", "",
    ])
  func `refuses what is not in its part of YAML`(text: String) {
    #expect(throws: YAML.Refusal.self) { try YAML.documents(text) }
  }
}
