// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The stages that see every line: dynamic exclusivity checks would take a third of their time.
let hot: [SwiftSetting] =
  strict + [
    .unsafeFlags(["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release))
  ]

// Each stage depends only on earlier ones; SwiftPM refuses an import against the direction.
let package = Package(
  name: "whyredraw",
  // The executable is for macOS; all others are where the libraries may be used in tests.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "whyredraw", targets: ["whyredraw"]),
    .library(name: "WhyRedrawKit", targets: ["WhyRedrawKit"]),
    // Apart from the kit, because an app or a tool cannot link Swift Testing.
    .library(name: "WhyRedrawTesting", targets: ["WhyRedrawTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0"),
    // For tests alone.
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
  ],
  targets: [
    .target(name: "SwiftUIModel", swiftSettings: strict),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"]), .yum(["zlib-devel"])]
    ),
    .systemLibrary(name: "CLines"),
    .target(name: "Platform", swiftSettings: strict),
    .target(name: "PlainYAML", swiftSettings: strict),
    .target(name: "Vocabulary", swiftSettings: hot),
    .target(
      name: "TraceImport", dependencies: ["CLines", "CZlib", "Platform", "Vocabulary"], swiftSettings: hot),
    .target(
      name: "TraceAnalysis", dependencies: ["Platform", "SwiftUIModel", "TraceImport", "Vocabulary"],
      swiftSettings: hot),
    .target(
      name: "SourceAnalysis",
      dependencies: [
        "Platform", "SwiftUIModel", "Vocabulary",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "SourceEditing",
      dependencies: [
        "Platform", "SourceAnalysis", "SwiftUIModel", "Vocabulary",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict
    ),
    .target(name: "Gate", dependencies: ["TraceImport", "TraceAnalysis", "Vocabulary"], swiftSettings: strict),
    .target(
      name: "Diagnosis",
      dependencies: ["TraceImport", "TraceAnalysis", "SourceAnalysis", "SwiftUIModel", "Vocabulary"],
      swiftSettings: strict
    ),
    .target(
      name: "Reporting",
      dependencies: ["Vocabulary", "TraceImport", "TraceAnalysis", "Gate"],
      resources: [.embedInCode("Schemas/report-v1.schema.json")]
        + [
          "report.css", "early.js", "theme.js", "tables.js", "timeline.js", "graph.js", "pages.js", "copy.js",
          "editor.js", "keys.js", "address.js", "findings.js", "few.js",
        ].map { .embedInCode("Assets/" + $0) },
      swiftSettings: strict
    ),
    .target(
      name: "AgentServer", dependencies: ["Platform", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    .executableTarget(
      name: "whyredraw",
      dependencies: [
        "AgentServer", "Diagnosis", "Gate", "PlainYAML", "Platform", "Reporting", "SourceAnalysis", "SourceEditing",
        "TraceAnalysis", "TraceImport", "Vocabulary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      // Executables are installed alone.
      resources: [.embedInCode("Agents/Resources/Model.md")],
      swiftSettings: strict
    ),
    .target(name: "WhyRedrawKit", dependencies: ["TraceImport", "TraceAnalysis"], swiftSettings: strict),
    .target(name: "WhyRedrawTesting", dependencies: ["WhyRedrawKit"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["TraceImport", "TraceAnalysis"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(name: "Simulator", dependencies: ["TestSupport"], path: "Tests/Simulator", swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests",
      dependencies: [
        "Simulator", "SourceAnalysis", "TestSupport", "TraceAnalysis", "TraceImport",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .testTarget(name: "TraceImportTests", dependencies: ["TraceImport", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "TraceAnalysisTests", dependencies: ["Vocabulary", "TraceImport", "TraceAnalysis", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "GateTests", dependencies: ["Gate", "TraceImport", "TraceAnalysis", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "GateCommandTests",
      dependencies: [
        "Vocabulary",
        "whyredraw", "Gate", "Reporting", "TraceAnalysis", "TestSupport", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["Vocabulary", "whyredraw", "TestSupport"], exclude: ["Goldens"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportingTests",
      dependencies: ["Vocabulary", "TraceImport", "TraceAnalysis", "Reporting", "SourceEditing", "TestSupport"],
      exclude: ["Goldens"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "InstrumentsTests", dependencies: ["Vocabulary", "TraceImport", "TraceAnalysis", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DiagnosisTests",
      dependencies: [
        "Vocabulary", "Diagnosis", "Simulator", "SourceAnalysis", "SwiftUIModel", "TraceImport", "TraceAnalysis",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SourceAnalysisTests",
      dependencies: [
        "Vocabulary", "SourceAnalysis",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SwiftUIModelTests",
      dependencies: [
        "SwiftUIModel", "Vocabulary", "SourceAnalysis", "Diagnosis", "SourceEditing", "TestSupport",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WhyRedrawKitTests",
      dependencies: ["WhyRedrawKit", "WhyRedrawTesting", "TraceImport", "TraceAnalysis", "TestSupport"],
      exclude: ["Example"],
      swiftSettings: strict),
    .testTarget(
      name: "PlainYAMLTests", dependencies: ["PlainYAML", "TestSupport", .product(name: "Yams", package: "Yams")],
      swiftSettings: strict),
    .testTarget(name: "LintCommandTests", dependencies: ["whyredraw"], swiftSettings: strict),
    .testTarget(
      name: "SourceEditingTests",
      dependencies: ["SourceAnalysis", "SourceEditing", "TestSupport"],
      swiftSettings: strict
    ),
  ]
)
