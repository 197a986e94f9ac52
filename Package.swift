// swift-tools-version: 6.2

import PackageDescription

/// Settings shared by every Swift target: the strictest mode that adopters can still depend on.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One row of the module table: a library target and the modules it may import.
///
/// The direction of imports is the architecture: a checker never sees an adapter, and the
/// reference queue shares no code with the model. `RepositoryTests` compares this table with the
/// `import` lines of the sources.
func module(_ name: String, _ imports: [String] = []) -> Target {
  .target(
    name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: strict)
}

/// What optimises tests would take longer than what it saves: they spend their time in what they
/// test.
let plain: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A test target for one module.
func tests(_ name: String, _ imports: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: imports.map { .byName(name: $0) }, exclude: exclude,
    swiftSettings: plain)
}

let values = ["OQSpecification", "OQHistory"]

let package = Package(
  name: "operation-queue-conformance",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "oqcheck", targets: ["oqcheck"]),
    .executable(name: "oqcheck-wire", targets: ["oqwire"]),
    .plugin(name: "OQCommandPlugin", targets: ["OQCommandPlugin"]),
    .library(name: "OperationQueueConformance", targets: ["OperationQueueConformance"]),
    .library(
      name: "OperationQueueConformanceXCTest", targets: ["OperationQueueConformanceXCTest"]),
  ],
  targets: [
    module("OQJSON"),
    module("OQSpecification", ["OQJSON"]),
    module("OQHistory", ["OQSpecification"]),
    module("OQModel", values),
    module("OQExploring", values + ["OQModel", "OQSystem"]),
    module("OQPages", values + ["OQModel"]),
    module("OQJudging", values),
    module("OQCheckers", values + ["OQJudging"]),
    module("OQPrograms", values),
    module("OQFacts", values + ["OQModel", "OQPrograms"]),
    module("OQAdapters", values),
    module("OQWire", values + ["OQJSON", "OQAdapters"]),
    .target(name: "OQSystem"),
    // Its own folder, for the sources that are embedded.
    .target(name: "OQPoints", cSettings: [.headerSearchPath(".")]),
    module("OQDriver", values + ["OQAdapters", "OQWire", "OQSystem", "OQPoints"]),
    module("OQReport", values + ["OQModel", "OQAdapters", "OQJudging", "OQPrograms"]),
    module(
      "OQRunner",
      values + [
        "OQModel", "OQAdapters", "OQJudging", "OQPrograms", "OQFacts", "OQReport", "OQWire",
        "OQDriver",
      ]),
    module("OQText"),
    module(
      "OQReports",
      values + [
        "OQJSON", "OQModel", "OQExploring", "OQAdapters", "OQJudging", "OQReport", "OQText",
      ]),
    module(
      "OQSite",
      values + [
        "OQJSON", "OQModel", "OQExploring", "OQPages", "OQAdapters", "OQJudging", "OQCheckers",
        "OQReport",
        "OQReports", "OQMutants", "OQText", "OQCommandLine",
      ]),
    module("OQReference"),
    module("OQMutants", ["OQReference", "OQSpecification"]),
    module("OQSubjects", values + ["OQAdapters", "OQReference", "OQMutants"]),
    module("OQCommandLine", ["OQSpecification", "OQText", "OQReports"]),
    module(
      "OQCommands",
      values + [
        "OQModel", "OQExploring", "OQJudging", "OQCheckers", "OQPrograms", "OQFacts", "OQAdapters",
        "OQWire", "OQDriver", "OQReport", "OQRunner", "OQReports", "OQContracts", "OQText",
        "OQCommandLine",
      ]),
    module(
      "OQWorkbench",
      values + [
        "OQModel", "OQExploring", "OQJudging", "OQCheckers", "OQPrograms", "OQFacts", "OQAdapters",
        "OQWire", "OQDriver", "OQReport", "OQRunner", "OQReports", "OQMutants", "OQReference",
        "OQSubjects", "OQContracts", "OQText", "OQCommandLine", "OQCommands",
      ]),
    module(
      "OQContracts",
      values + [
        "OQAdapters", "OQJudging", "OQCheckers", "OQPrograms", "OQFacts", "OQWire", "OQDriver",
        "OQRunner",
      ]),
    module(
      "OQKit",
      values + [
        "OQJudging", "OQAdapters", "OQDriver", "OQReport", "OQRunner", "OQReports", "OQSubjects",
        "OQContracts",
      ]),
    module(
      "OperationQueueConformance",
      ["OQKit", "OQText", "OQCommandLine", "OQCommands", "OQWorkbench"]),
    module("OperationQueueConformanceXCTest", ["OperationQueueConformance"]),
    .executableTarget(
      name: "oqcheck", dependencies: ["OQCommands", "OQWorkbench"], swiftSettings: strict),
    // Links no implementation of operation queues, so it judges what speaks the wire protocol.
    .executableTarget(name: "oqwire", dependencies: ["OQCommands"], swiftSettings: strict),
    // `swift package oqcheck`, in this package and in those that depend on it. It has the package
    // manager build the command: what a plugin depends on is compiled for the host once more.
    .plugin(
      name: "OQCommandPlugin",
      capability: .command(
        intent: .custom(verb: "oqcheck", description: "Judge an operation queue"),
        permissions: [
          .writeToPackageDirectory(reason: "Findings and reports are written where you say.")
        ]),
      path: "Sources/OQCommandPlugin"),
    .executableTarget(
      name: "oqspec", dependencies: ["OQSpecification", "OQPages", "OQReports", "OQSite"],
      swiftSettings: strict),

    // What tests of several modules share.
    .target(
      name: "TestSupport", dependencies: ["OQHistory"], path: "Tests/TestSupport",
      swiftSettings: strict),

    tests("JSONTests", ["OQJSON"]),
    tests("SpecificationTests", ["OQSpecification", "TestSupport"]),
    tests("PagesTests", ["OQSpecification", "OQModel", "OQPages"]),
    tests(
      "SiteTests",
      values + ["OQReport", "OQReports", "OQCommandLine", "OQSite", "TestSupport"]),
    tests("RepositoryTests", ["TestSupport"]),
    tests("HistoryTests", values + ["TestSupport"]),
    tests(
      "SubjectsTests",
      values + [
        "OQAdapters", "OQDriver", "OQJudging", "OQCheckers", "OQSubjects", "OQReference",
        "TestSupport",
      ]),
    tests(
      "CheckersTests",
      values + [
        "OQJudging", "OQCheckers", "OQModel", "OQPrograms", "OQReport", "OQReports", "OQSite",
        "TestSupport",
      ],
      exclude: ["Cases", "ClassCases", "DispatchCases"]),
    tests("ModelTests", values + ["OQModel", "TestSupport"]),
    tests("ExploringTests", values + ["OQModel", "OQExploring", "TestSupport"]),
    tests("ReferenceTests", ["OQReference", "TestSupport"]),
    tests("MutantTests", ["OQMutants", "OQReference", "OQSpecification"]),
    tests("ProgramsTests", values + ["OQPrograms", "OQModel", "TestSupport"]),
    tests("FactsTests", values + ["OQPrograms", "OQModel", "OQFacts", "TestSupport"]),
    tests(
      "CommandLineTests",
      ["OQSpecification", "OQText", "OQReport", "OQReports", "OQCommandLine"]),
    tests(
      "RunnerTests",
      values + [
        "OQAdapters", "OQModel", "OQPrograms", "OQJudging", "OQCheckers", "OQDriver", "OQReport",
        "OQRunner", "OQFacts", "OQMutants", "OQSubjects", "OQContracts", "TestSupport",
      ]),
    tests(
      "ReportsTests",
      values + [
        "OQModel", "OQExploring", "OQAdapters", "OQJudging", "OQPrograms", "OQText", "OQReport",
        "OQReports", "TestSupport",
      ],
      exclude: ["Goldens"]),
    tests(
      "KillerTests",
      values + [
        "OQJudging", "OQCheckers", "OQDriver", "OQReport", "OQRunner", "OQReports", "OQMutants",
        "OQContracts", "oqcheck", "TestSupport",
      ]),
    tests("CommandTests", ["oqcheck", "oqwire", "TestSupport"]),
    tests(
      "KitTests",
      values + [
        "OQAdapters", "OQPrograms", "OQDriver", "OQJudging", "OQReport", "OQRunner",
        "OQReference", "OQMutants", "OQSubjects", "OQContracts", "OQKit",
        "OperationQueueConformance", "TestSupport",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "FoundationFindingsTests", dependencies: ["TestSupport"],
      path: "Tests/FoundationFindings",
      exclude: ["Programs"],
      swiftSettings: strict),
    .testTarget(
      name: "GNUstepFindingsTests", dependencies: ["TestSupport"],
      path: "Tests/GNUstepFindings",
      exclude: ["Programs"],
      swiftSettings: strict),
    tests(
      "WireTests",
      values + ["OQAdapters", "OQWire", "OQDriver", "OQSubjects", "TestSupport"]),
    tests(
      "DriverTests", values + ["OQAdapters", "OQDriver", "OQPoints", "OQSystem", "TestSupport"]),
  ]
)

// The parsers under libFuzzer, as `.ci/fuzz` builds them: nothing else can link this target.
if Context.environment["OQ_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "oqfuzz",
      dependencies: [
        "OQJSON", "OQHistory", "OQPrograms", "OQExploring", "OQAdapters", "OQWire", "OQReport",
        "OQReports",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus", "words.dict"], swiftSettings: strict))
}
