import Foundation
import TestSupport
import Testing

@Suite(.awaiting, .limit(minutes: 2)) struct `A recipe for CI` {
  @Test func `keeps the answer of a run, and one page`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: try builtCommand(), in: folder)
    let good = try await judge(["model", "--programs", "20"], archive, in: folder)
    #expect(good.status == 2, "\(good.output)\(good.errors)")
    #expect(try folder.text("output/report.html").hasPrefix("<!DOCTYPE html>"))
    #expect(folder.names(in: "output").contains("junit.xml"))
    let bad = try await judge(
      ["mutant:executing-before-start", "--programs", "150", "--rules", "STATE-2"], archive,
      in: folder)
    #expect(bad.status == 1, "\(bad.output)\(bad.errors)")
    #expect(!folder.names(in: "output/findings").isEmpty)
  }

  @Test(
    arguments: [
      ["exec:sh adapter.sh --serve it", "--programs", "4"],
      ["--programs", "4", "exec:", "--", "sh", "adapter.sh", "--serve", "it"],
    ])
  func `judges an adapter with arguments`(words: [String]) async throws {
    let folder = try Folder()
    let archive = try await archive(of: try builtCommand(), in: folder)
    try await Recipes.writeAdapter(running: try builtCommand(), in: folder)
    let ending = try await judge(words, archive, in: folder)
    #expect([0, 2].contains(ending.status), "\(ending.output)\(ending.errors)")
    #expect(try folder.object("output/report.json")["programs"] as? Int == 4)
  }

  @Test func `checks the tool whole, whatever part of the campaign it does`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: try builtCommand(), in: folder)
    let part = ["PARALLEL_SEQ": "2", "OQCHECK_SHARDS": "2", "TEST_SHARD_INDEX": ""]
    let ending = try await judge(["model", "--programs", "8"], archive, in: folder, part)
    #expect(ending.status == 2, "\(ending.output)\(ending.errors)")
    #expect(try folder.object("output/report.json")["programs"] as? Int == 4)
  }

  @Test func `refuses an archive with another checksum`() async throws {
    let folder = try Folder()
    var archive = try await archive(of: "/bin/true", in: folder)
    archive.sum = String(archive.sum.reversed())
    let ending = try await judge(["model"], archive, in: folder)
    #expect(ending.status == 99)
    #expect(ending.errors.contains("another checksum"), "\(ending.errors)")
  }

  @Test func `judges nothing without an archive`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: "/bin/true", in: folder)
    for (path, sum, fault) in [
      ("", archive.sum, "set OQCHECK_ARCHIVE"), (archive.path, "", "set OQCHECK_SHA256"),
      ("absent.tar.gz", archive.sum, "absent.tar.gz cannot be fetched"),
    ] {
      let ending = try await judge(["model"], Recipes.Archive(path: path, sum: sum), in: folder)
      #expect(ending.status == 99)
      #expect(ending.errors.contains(fault), "\(ending.errors)")
    }
  }

  @Test func `refuses a tool that finds nothing broken`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: "/bin/true", in: folder)
    let ending = try await judge(["model"], archive, in: folder)
    #expect(ending.status == 99)
    #expect(ending.errors.contains("the self-check ended with 0"), "\(ending.errors)")
  }

  @Test func `for GitLab runs three jobs and joins them, as its script says`() async throws {
    let folder = try Folder()
    let archive = try await archive(of: try builtCommand(), in: folder)
    let recipe = try #require(Recipes.yaml("gitlab.yml").first)
    let path = try await Recipes.path(with: try builtCommand(), in: folder)
    // What follows -fsSL -o is a file, then an address.
    _ = try await Recipes.program("cp \"$4\" \"$3\"", to: "tools/curl", in: folder)
    _ = try folder.write(try Recipes.text("oqcheck.sh"), to: "ci/oqcheck.sh")
    func run(_ job: String, _ index: Int? = nil) async throws -> Ending {
      let script = try recipe.at(job, "script").texts.joined(separator: "\n")
      var variables = archive.variables
      for name in try recipe.at("variables").keys where variables[name] == nil {
        variables[name] = try recipe.at("variables", name).text
      }
      variables["PATH"] = path
      variables["CI_NODE_TOTAL"] = try recipe.at("judge", "parallel").text
      variables["CI_NODE_INDEX"] = index.map { "\($0)" }
      return try await Command(
        ["-ec", script.replacing("20000", with: "12")], of: "/bin/bash", in: folder,
        variables: variables
      ).end()
    }
    for index in 1...3 {
      let part = try await run("judge", index)
      #expect([0, 2].contains(part.status), "\(part.output)\(part.errors)")
      #expect(folder.names(in: "shard-\(index)").contains("report.json"))
    }
    #expect(try recipe.at("judge", "allow_failure", "exit_codes").texts == ["1", "2", "4"])
    let joined = try await run("join")
    #expect([0, 2].contains(joined.status), "\(joined.output)\(joined.errors)")
    #expect(joined.output.contains("12 programs"), "\(joined.output)")
    #expect(try folder.text("junit.xml").contains("name=\"programs\" value=\"12\""))
  }

  @Test func `is a shell script without mistakes in its syntax`() async throws {
    let folder = try Folder()
    for name in ["oqcheck.sh", "parallel.sh", "queue.sh", "slurm.sbatch"] {
      let check = try await Command(["-n", Recipes.path(name)], of: "/bin/bash", in: folder).end()
      #expect(check.status == 0, "\(name): \(check.errors)")
    }
  }

  private func judge(
    _ words: [String], _ archive: Recipes.Archive, in folder: Folder,
    _ variables: [String: String] = [:]
  ) async throws -> Ending {
    try await Command(
      [Recipes.path("oqcheck.sh")] + words, of: "/bin/bash", in: folder,
      variables: archive.variables.merging(variables) { $1 }
        .merging(["OQCHECK_OUTPUT": "\(folder.path)/output"]) { $1 }
    ).end()
  }

  /// A release archive whose command is another program.
  private func archive(of program: String, in folder: Folder) async throws -> Recipes.Archive {
    try await Recipes.archive(of: "exec '\(program)' \"$@\"", in: folder)
  }
}

@Suite(.awaiting, .limit(minutes: 2)) struct `The action for GitHub` {
  /// A command that passes the self-check and else prints its words.
  private static let echo = """
    case "$*" in *executing-before-start*) exit 1 ;; esac
    for word; do printf '<%s>\\n' "$word"; done
    """

  @Test func `annotates a change and keeps the page`() async throws {
    let folder = try Folder()
    let command = "exec '\(try builtCommand())' \"$@\""
    let ending = try await act(
      "mutant:executing-before-start --programs 150 --rules STATE-2", command, in: folder)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("\n::error title=STATE-2"), "\(ending.output)")
    #expect(try folder.text("summary").contains("STATE-2"))
    let results = try results(in: folder)
    #expect(results["status"] == "1")
    #expect(FileManager.default.fileExists(atPath: results["page"] ?? ""))
    #expect(FileManager.default.fileExists(atPath: results["sarif"] ?? ""))
  }

  @Test func `judges an adapter with arguments`() async throws {
    let folder = try Folder()
    try await Recipes.writeAdapter(running: try builtCommand(), in: folder)
    let ending = try await act(
      "'exec:sh adapter.sh --serve it'\n--programs 4\n", "exec '\(try builtCommand())' \"$@\"",
      in: folder)
    #expect(ending.output.contains("4 programs"), "\(ending.output)\(ending.errors)")
    #expect(["0", "2"].contains(try results(in: folder)["status"]))
  }

  @Test func `reads quotes and evaluates nothing`() async throws {
    let folder = try Folder()
    let ending = try await act(
      """
      'exec:sh "a b"' $(touch new) `touch new` * ~ "$HOME" ''
      a\\ b ;touch new -- -x
      """, Self.echo, in: folder)
    let words = [
      "exec:sh \"a b\"", "$(touch", "new)", "`touch", "new`", "*", "~", "$HOME", "", "a b",
      ";touch", "new", "--", "-x",
    ]
    let printed = ending.output.split(separator: "\n").map(String.init).suffix(words.count)
    #expect(Array(printed) == words.map { "<\($0)>" }, "\(ending.output)\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
  }

  @Test func `refuses a quote without its partner`() async throws {
    let folder = try Folder()
    let ending = try await act("'exec:sh adapter.sh", Self.echo, in: folder)
    #expect(ending.status == 64)
    #expect(ending.output.contains("::error::"), "\(ending.output)\(ending.errors)")
  }

  @Test func `sends findings to code scanning only where its input says so`() throws {
    let action = try action()
    #expect(try action.at("inputs", "sarif", "default").text == "false")
    let step = try action.at("runs", "steps", "2")
    #expect(try step.at("uses").text.hasPrefix("github/codeql-action/upload-sarif@"))
    #expect(try step.at("if").text.contains("inputs.sarif == 'true'"))
  }

  private func action() throws -> YAML {
    let path = Recipes.package.appending(path: ".github/actions/oqcheck/action.yml").path
    return try #require(YAML.documents(String(contentsOfFile: path, encoding: .utf8)).first)
  }

  /// Runs the first step as a runner does.
  private func act(
    _ arguments: String, _ command: String, in folder: Folder
  ) async throws -> Ending {
    let step = try action().at("runs", "steps", "0")
    let archive = try await Recipes.archive(of: command, in: folder)
    var variables = archive.variables
    variables["ARGUMENTS"] = arguments
    #expect(try step.at("env").keys == variables.keys.sorted())
    variables["RUNNER_TEMP"] = folder.temporary
    variables["GITHUB_ACTION_PATH"] = Recipes.package.path + "/.github/actions/oqcheck"
    variables["GITHUB_OUTPUT"] = try folder.write("", to: "results")
    variables["GITHUB_STEP_SUMMARY"] = try folder.write("", to: "summary")
    let script = try folder.write(try step.at("run").text, to: "step")
    return try await Command(
      ["--noprofile", "--norc", "-eo", "pipefail", script], of: "/bin/bash", in: folder,
      variables: variables
    ).end()
  }

  /// What the step told the next ones.
  private func results(in folder: Folder) throws -> [String: String] {
    let pairs = try folder.text("results").split(separator: "\n").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    return Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
  }
}
