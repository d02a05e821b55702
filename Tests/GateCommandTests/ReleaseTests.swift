import Foundation
import TestSupport
import Testing

/// What a release consists of, made from stand-ins of the executables.
@Suite struct ReleaseTests {
  /// A checkout with no more than the scripts of a release need, and a tarball for each machine.
  ///
  /// - Parameter content: What the stand-ins print besides their machine and arguments.
  private static func prepared(_ machines: [String], content: String = "") throws -> URL {
    let folder = try TemporaryFolder.make()
    for name in [".ci", "Documentation/PackagePlugin"] {
      let target = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Repository.root.appendingPathComponent(name), to: target)
    }
    for machine in machines {
      let bin = folder.appendingPathComponent("dist/whyredraw-1.2.3-\(machine)/bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      let script = "#!/bin/sh\necho \"1.2.3 for \(machine): $*\(content.isEmpty ? "" : " " + content)\"\n"
      try Data(script.utf8).write(to: bin.appendingPathComponent("whyredraw"))
      for file in [
        "man/man1/whyredraw.1", "bash-completion/completions/whyredraw", "zsh/site-functions/_whyredraw",
        "fish/vendor_completions.d/whyredraw.fish",
      ] {
        let path = bin.deletingLastPathComponent().appendingPathComponent("share/" + file)
        try FileManager.default.createDirectory(
          at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.utf8).write(to: path)
      }
      let packed = try run(
        "/bin/sh", ["-ec", "chmod +x dist/*/bin/whyredraw; .ci/tarball whyredraw-1.2.3-\(machine); rm -r dist/*/"],
        folder: folder)
      #expect(packed.exitCode == 0, "\(packed.errors)")
    }
    return folder
  }

  private static func make(in folder: URL, url: String = "https://example.invalid/v1.2.3") throws {
    let made = try run(
      "/usr/bin/env", [".ci/release-files"], folder: folder,
      environment: ["RELEASE_VERSION": "1.2.3", "RELEASE_URL": url])
    #expect(made.exitCode == 0, "\(made.errors)")
  }

  private static let all = ["aarch64-unknown-linux-gnu", "universal-apple-macosx", "x86_64-unknown-linux-gnu"]

  @Test func aReleaseIsPutTogetherFromTheTarballsOfAllMachines() throws {
    let folder = try Self.prepared(Self.all)
    try Self.make(in: folder)
    let sums = try run(
      "/bin/sh", ["-ec", "cd dist; cat SHA256SUMS; sha256sum -c SHA256SUMS || shasum -c SHA256SUMS"], folder: folder)
    #expect(sums.exitCode == 0, "\(sums.errors)")
    let formula = try String(contentsOf: folder.appendingPathComponent("dist/whyredraw.rb"), encoding: .utf8)
    #expect(!formula.contains("@SYSTEMS@") && formula.contains("version \"1.2.3\""))
    for machine in Self.all {
      let name = "whyredraw-1.2.3-\(machine).tar.gz"
      let sum = try #require(sums.text.split(separator: "\n").first { $0.hasSuffix("  " + name) }).prefix(64)
      #expect(
        formula.contains("url \"https://example.invalid/v1.2.3/\(name)\"") && formula.contains("sha256 \"\(sum)\""))
    }
    #expect(formula.contains("on_macos do") && formula.contains("on_arm do") && formula.contains("on_intel do"))
    let manifest = try String(
      contentsOf: folder.appendingPathComponent("dist/WhyRedrawPlugin/Package.swift"), encoding: .utf8)
    let checksum = try String(
      contentsOf: folder.appendingPathComponent("dist/whyredraw.artifactbundle.zip.checksum"), encoding: .utf8)
    #expect(manifest.contains("\"https://example.invalid/v1.2.3/whyredraw.artifactbundle.zip\""))
    #expect(manifest.contains("\"\(checksum.trimmingCharacters(in: .whitespacesAndNewlines))\""))
  }

  @Test func theBundleHasAnExecutableForEachMachine() throws {
    let folder = try Self.prepared(Self.all)
    try Self.make(in: folder)
    let unpacked = try run(
      "/usr/bin/env", ["python3", "-m", "zipfile", "-e", "dist/whyredraw.artifactbundle.zip", "out"], folder: folder)
    #expect(unpacked.exitCode == 0, "\(unpacked.errors)")
    struct Info: Decodable {
      struct Artifact: Decodable {
        struct Variant: Decodable {
          var path: String
          var supportedTriples: [String]
        }
        var version: String
        var variants: [Variant]
      }
      var artifacts: [String: Artifact]
    }
    let bundle = folder.appendingPathComponent("out/whyredraw.artifactbundle")
    let info = try JSONDecoder().decode(Info.self, from: Data(contentsOf: bundle.appendingPathComponent("info.json")))
    let artifact = try #require(info.artifacts["whyredraw"])
    #expect(artifact.version == "1.2.3")
    #expect(
      artifact.variants.flatMap(\.supportedTriples) == [
        "aarch64-unknown-linux-gnu", "arm64-apple-macosx", "x86_64-apple-macosx", "x86_64-unknown-linux-gnu",
      ])
    for variant in artifact.variants {
      let text = try String(contentsOf: bundle.appendingPathComponent(variant.path), encoding: .utf8)
      #expect(text.contains("for \(variant.path.split(separator: "/")[0].dropFirst("whyredraw-1.2.3-".count))"))
    }
  }

  @Test func theSameTarballsGiveTheSameRelease() throws {
    let folder = try Self.prepared(["x86_64-unknown-linux-gnu"])
    func files() throws -> String {
      try run("/bin/sh", ["-c", "cat dist/SHA256SUMS dist/whyredraw.rb"], folder: folder).text
    }
    try Self.make(in: folder)
    let first = try files()
    try Self.make(in: folder)
    #expect(try files() == first && first.contains("on_linux do") && !first.contains("on_macos"))
  }

  /// The stand-in for Homebrew downloads, checks, installs, links and tests as the formula says.
  @Test(arguments: [
    ("linux", "arm", "aarch64-unknown-linux-gnu"), ("linux", "intel", "x86_64-unknown-linux-gnu"),
    ("macos", "arm", "universal-apple-macosx"), ("macos", "intel", "universal-apple-macosx"),
  ])
  func theFormulaInstallsWhatIsForTheMachine(_ system: String, _ processor: String, _ machine: String) throws {
    let folder = try Self.prepared(Self.all, content: "Feed")
    try Self.make(in: folder, url: "file://\(folder.path)/dist")
    let installed = try run(
      "/usr/bin/env",
      [
        "ruby", Repository.root.appendingPathComponent("Tests/Support/install-formula.rb").path, "dist/whyredraw.rb",
        folder.appendingPathComponent("prefix").path, system, processor,
      ], folder: folder)
    #expect(installed.exitCode == 0, "\(installed.text)\(installed.errors)")
    let tool = folder.appendingPathComponent("prefix/bin/whyredraw").path
    #expect(try run(tool, ["--version"]).text == "1.2.3 for \(machine): --version Feed\n")
    for file in [
      "share/man/man1/whyredraw.1", "etc/bash_completion.d/whyredraw", "share/zsh/site-functions/_whyredraw",
      "share/fish/vendor_completions.d/whyredraw.fish",
    ] {
      let path = folder.appendingPathComponent("prefix/" + file).path
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  @Test func theFormulaRefusesWhatIsNotWhatWasReleased() throws {
    let folder = try Self.prepared(Self.all)
    try Self.make(in: folder, url: "file://\(folder.path)/dist")
    try Data("other".utf8).write(
      to: folder.appendingPathComponent("dist/whyredraw-1.2.3-x86_64-unknown-linux-gnu.tar.gz"))
    let installed = try run(
      "/usr/bin/env",
      [
        "ruby", Repository.root.appendingPathComponent("Tests/Support/install-formula.rb").path, "dist/whyredraw.rb",
        folder.appendingPathComponent("prefix").path, "linux", "intel",
      ], folder: folder)
    #expect(installed.exitCode == 1 && installed.errors.contains("formula: the checksum is "), "\(installed.errors)")
  }

  /// One file with all of Foundation adds 40 MB to the executable for Linux.
  @Test func theExecutableHasTheCoreOfFoundationAlone() throws {
    let libraries = ["Platform", "WhyRedrawKit", "WhyRedrawTesting"]
    let sources = Repository.root.appendingPathComponent("Sources")
    var count = 0
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" && !libraries.contains(where: { file.path.contains("/Sources/\($0)/") }) {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let whole = lines.filter { $0.hasSuffix("import Foundation") && !$0.hasPrefix("//") }
      #expect(whole.isEmpty, "\(file.lastPathComponent): import Platform instead")
      count += 1
    }
    #expect(count > 300)
  }

  @Test func withoutATarballThereIsNoRelease() throws {
    let folder = try Self.prepared([])
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("dist"), withIntermediateDirectories: true)
    let made = try run("/usr/bin/env", [".ci/release-files"], folder: folder, environment: ["RELEASE_VERSION": "1.2.3"])
    #expect(made.exitCode == 1)
    #expect(made.errors.contains("there is no whyredraw-1.2.3-*.tar.gz"))
  }
}
