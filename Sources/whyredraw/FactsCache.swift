import Foundation
import SourceAnalysis

/// Code trees by content hash and tool version, in a folder.
///
/// Each entry is a file of its own, written whole and renamed, so runs at the same time cannot see halves.
struct FactsCache: Sendable {
  let folder: String

  /// `nil` where no folder can be made: then nothing is cached.
  init?(path: String?) {
    let environment = ProcessInfo.processInfo.environment
    let base = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    folder = (path ?? base + "/whyredraw") + "/facts-\(CodeTree.formatVersion)"
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return nil
    }
  }

  private func file(for data: Data) -> String {
    folder + "/" + data.withUnsafeBytes { ContentHash.hex(of: $0) }
  }

  func tree(for data: Data) -> CodeTree? {
    guard let bytes = FileManager.default.contents(atPath: file(for: data)) else { return nil }
    return bytes.withUnsafeBytes { CodeTree(encoded: $0, sourceLength: data.count) }
  }

  func store(_ tree: CodeTree, for data: Data) {
    let bytes = Data(tree.encoded(sourceLength: data.count))
    try? bytes.write(to: URL(fileURLWithPath: file(for: data)), options: .atomic)
  }
}

/// 128 bits over content, eight bytes at a time; two different files with the same one are not to be expected.
enum ContentHash {
  static func hex(of bytes: UnsafeRawBufferPointer) -> String {
    var first: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
    var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f &+ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), &first, &second)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(rest, &first, &second)
    mix(first ^ second, &first, &second)
    return Fingerprint.hex(first) + Fingerprint.hex(second)
  }

  private static func mix(_ word: UInt64, _ first: inout UInt64, _ second: inout UInt64) {
    let product = (first ^ word).multipliedFullWidth(by: 0x9fb2_1c65_1e98_df25)
    first = product.high ^ product.low
    second = (second ^ word &+ first) &* 0xff51_afd7_ed55_8ccd
    second ^= second >> 29
  }
}
