// swift-tools-version: 6.2

import PackageDescription

let conformance = Target.Dependency.product(
  name: "OperationQueueConformance", package: "operation-queue-conformance")
let conformanceInXCTest = Target.Dependency.product(
  name: "OperationQueueConformanceXCTest", package: "operation-queue-conformance")

let package = Package(
  name: "toy-queue",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "operation-queue-conformance", path: "../..")],
  targets: [
    .target(name: "ToyQueue"),
    .target(name: "ToyAdapters", dependencies: ["ToyQueue", conformance]),
    .executableTarget(name: "toy-check", dependencies: ["ToyAdapters", conformance]),
    .testTarget(name: "ToyTests", dependencies: ["ToyAdapters", conformance]),
    .testTarget(
      name: "ToyXCTests", dependencies: ["ToyAdapters", conformance, conformanceInXCTest]),
  ]
)
