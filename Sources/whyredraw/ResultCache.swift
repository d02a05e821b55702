import Platform
import Reporting
import SourceAnalysis

/// What a whole run of `lint` found, by everything that it depends on: the files, the configuration and the tool itself.
///
/// One file for each scope, next to the facts; a run over the same inputs only reads them, compares and prints.
struct ResultCache {
  let cache: FactsCache
  let key: ContentHash

  /// - Parameter settings: What else decides about the result, such as the configuration.
  init(_ cache: FactsCache, files: [SourceReading.Loaded], settings: String) {
    self.cache = cache
    var key = ContentHash(first: Self.magic, second: UInt64(files.count))
    key.mix(settings)
    key.mix(toolVersion)
    for file in files {
      key.mix(file.path)
      key.mix(file.hash?.first ?? 0)
      key.mix(file.hash?.second ?? 0)
    }
    // Another build may find something else without calling itself another version.
    if let tool = SystemPath.executable, let identity = FileContents.identity(of: tool) { key.mix(identity) }
    self.key = key
  }

  private static let magic: UInt64 = 0x5752_4652_0000_0002
  private var file: String { cache.file("findings-" + cache.scope) }

  func load() -> StoredFindings? {
    guard let data = FileContents.data(at: file) else { return nil }
    return data.withUnsafeBytes { bytes in
      guard bytes.count >= 32 else { return nil }
      func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[32...])
      let check = ContentHash(rest)
      guard word(0) == key.first, word(1) == key.second, word(2) == check.first, word(3) == check.second else {
        return nil
      }
      return StoredFindings(encoded: [UInt8](rest))
    }
  }

  func store(_ findings: StoredFindings) {
    let stored = findings.encoded
    let check = stored.withUnsafeBytes { ContentHash($0) }
    var bytes: [UInt8] = []
    for word in [key.first, key.second, check.first, check.second] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
    cache.write(bytes + stored, to: "findings-" + cache.scope)
  }
}
