// swift-tools-version: 6.2

import PackageDescription

// A package as a user has it: an app's views, and tests that count their updates.
let package = Package(
  name: "Feed",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "whyredraw", path: "../../..")],
  targets: [
    .target(name: "Feed"),
    .testTarget(
      name: "FeedTests",
      dependencies: [
        "Feed",
        .product(name: "WhyRedrawKit", package: "whyredraw"),
        .product(name: "WhyRedrawTesting", package: "whyredraw"),
      ]),
  ]
)
