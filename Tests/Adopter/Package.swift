// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "toy-queue",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "operation-queue-conformance", path: "../..")],
  targets: [
    .target(name: "ToyQueue"),
    .target(
      name: "ToyAdapters",
      dependencies: [
        "ToyQueue",
        .product(name: "OperationQueueConformance", package: "operation-queue-conformance"),
      ]),
    .executableTarget(name: "toy-check", dependencies: ["ToyAdapters"]),
    .testTarget(name: "ToyTests", dependencies: ["ToyAdapters"]),
    .testTarget(
      name: "ToyXCTests",
      dependencies: [
        "ToyAdapters",
        .product(name: "OperationQueueConformanceXCTest", package: "operation-queue-conformance"),
      ]),
  ]
)
