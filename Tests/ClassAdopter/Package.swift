// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "fetching",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "operation-queue-conformance", path: "../..")],
  targets: [
    .target(name: "Fetching"),
    .executableTarget(
      name: "fetch-check",
      dependencies: [
        "Fetching",
        .product(
          name: "OperationQueueConformance", package: "operation-queue-conformance"),
      ]),
  ]
)
