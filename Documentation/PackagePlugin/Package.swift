// swift-tools-version: 5.9

import Foundation
import PackageDescription

// 'make release' fills these in; without them a bundle beside this file is used, else the installed executable.
let bundleURL: String? = nil
let bundleChecksum = ""

let localBundle = "whyredraw.artifactbundle"
let hasLocalBundle = FileManager.default.fileExists(
  atPath: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(localBundle).path)
let binary: [Target] =
  hasLocalBundle
  ? [.binaryTarget(name: "whyredraw", path: localBundle)]
  : bundleURL.map { [.binaryTarget(name: "whyredraw", url: $0, checksum: bundleChecksum)] } ?? []

// A package of its own, so that whoever uses it builds neither whyredraw nor swift-syntax.
let package = Package(
  name: "WhyRedrawPlugin",
  products: [.plugin(name: "WhyRedraw", targets: ["WhyRedraw"])],
  targets: binary + [
    .plugin(
      name: "WhyRedraw",
      capability: .command(
        // No permission is asked for, so that 'lint' needs none; 'instrument' and 'lint --fix' need
        // --allow-writing-to-package-directory.
        intent: .custom(verb: "whyredraw", description: "Find out why SwiftUI views redraw, and lint for it.")),
      dependencies: binary.map { .target(name: $0.name) })
  ]
)
