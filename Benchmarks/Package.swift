// swift-tools-version: 6.1

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, so that nobody who builds the tool builds this; it runs the tool's executable and links none of
// its code, because what counts is the whole process.
let package = Package(
  name: "whyredraw-benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"]), .yum(["zlib-devel"])]
    ),
    .executableTarget(name: "trace-generator", path: "Sources/TraceGenerator", swiftSettings: strict),
    .executableTarget(
      name: "inflate-only", dependencies: ["CZlib"], path: "Sources/InflateOnly", swiftSettings: strict),
    .executableTarget(name: "bench", path: "Sources/Bench", swiftSettings: strict),
  ]
)
