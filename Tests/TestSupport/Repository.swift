package import Foundation

/// Where things are in this checkout.
package enum Repository {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every sample capture, as a path below `SampleTraces/`.
  package static let sampleTraces: [String] = files(below: "SampleTraces").filter {
    !$0.hasSuffix(".md") && !$0.hasPrefix("Scenarios/")
  }

  /// Every run of the simulated scenarios, as a path below `SampleTraces/`.
  package static let scenarioTraces: [String] = files(below: "SampleTraces").filter {
    $0.hasPrefix("Scenarios/") && ($0.hasSuffix(".log") || $0.hasSuffix(".log.gz"))
  }

  /// Samples small enough to be damaged at every byte.
  package static let smallSamples: [String] = sampleTraces.filter {
    bytes(of: "SampleTraces/\($0)").count < 8_000
  }

  package static func bytes(of path: String) -> [UInt8] {
    (try? Data(contentsOf: root.appendingPathComponent(path))).map([UInt8].init) ?? []
  }

  /// `nil` if there is no such file, or it is no text.
  package static func text(of path: String) -> String? {
    try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Inputs of the fuzzers, as paths below `Tests/Fuzzing/`: each of these folders holds a folder per target.
  package static func fuzzingInputs(in folders: String...) -> [String] {
    folders.flatMap { folder in
      files(below: "Tests/Fuzzing/\(folder)").filter { $0.contains("/") && !$0.hasPrefix(".") }
        .map { "\(folder)/\($0)" }
    }
  }

  private static func files(below folder: String) -> [String] {
    let base = root.appendingPathComponent(folder)
    guard let walker = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return walker.compactMap { $0 as? String }.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: base.appendingPathComponent($0).path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}
