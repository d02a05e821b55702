import Platform
import SourceAnalysis
import Vocabulary

/// Code trees by content hash, one file for everything that was scanned together.
///
/// The file is written whole and renamed, so runs at the same time cannot see halves; the last one wins. It holds what
/// the last run needed and nothing else, so it does not grow.
struct FactsCache: Sendable {
  let folder: String
  /// What is scanned, as a part of file names.
  let scope: String
  private var name: String { "facts-\(CodeTree.formatVersion)-" + scope }

  /// The hash of a file's content and of what was cut out of it.
  typealias Key = ContentHash

  struct Entry: Sendable {
    var key: Key
    var tree: CodeTree
    var sourceLength: Int
  }

  /// `nil` where no folder can be made: then nothing is cached.
  ///
  /// - Parameter scope: What is scanned; each scope has a file of its own.
  init?(path: String?, scope: String = FileManager.default.currentDirectoryPath) {
    folder = path ?? SystemPath.cacheFolder
    self.scope = Fingerprint.hex(of: scope)
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return nil
    }
  }

  func file(_ name: String) -> String { folder + "/" + name }

  // MARK: - Entries

  private static let magic: UInt64 = 0x5752_4650_0000_0002
  /// Of an entry in the list at the beginning: the key, the length, and the checksum of key, version and tree.
  private static let rowSize = 32

  /// The entries of a file, decoded when they are asked for.
  struct Entries: Sendable {
    fileprivate var data: Data
    fileprivate var ranges: [Key: (bytes: Range<Int>, checksum: UInt64)]

    var count: Int { ranges.count }

    /// `nil` for what is not there, and for what was damaged: both are read anew.
    func tree(_ key: Key, sourceLength: Int) -> CodeTree? {
      guard let entry = ranges[key] else { return nil }
      return data.withUnsafeBytes { all in
        let bytes = UnsafeRawBufferPointer(rebasing: all[entry.bytes])
        guard FactsCache.checksum(of: bytes, key) == entry.checksum else { return nil }
        return CodeTree(encoded: bytes, sourceLength: sourceLength)
      }
    }
  }

  /// `nil` where there is no file, or a damaged one.
  func load() -> Entries? {
    guard let data = FileContents.data(at: file(name)) else { return nil }
    return data.withUnsafeBytes { bytes -> Entries? in
      func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
      guard bytes.count >= 16, word(0) == Self.magic, word(8) <= UInt64((bytes.count - 16) / Self.rowSize) else {
        return nil
      }
      let count = Int(word(8))
      var start = 16 + count * Self.rowSize
      var ranges: [Key: (bytes: Range<Int>, checksum: UInt64)] = Dictionary(minimumCapacity: count)
      for index in 0..<count {
        let offset = 16 + index * Self.rowSize
        let length = word(offset + 16)
        guard length <= UInt64(bytes.count - start) else { return nil }
        ranges[Key(first: word(offset), second: word(offset + 8))] = (start..<start + Int(length), word(offset + 24))
        start += Int(length)
      }
      return Entries(data: data, ranges: ranges)
    }
  }

  func store(_ entries: [Entry]) {
    let encoded = Parallel.map(entries) { $0.tree.encoded(sourceLength: $0.sourceLength) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + encoded.reduce(0) { $0 + $1.count + Self.rowSize })
    func append(_ value: UInt64) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
    append(Self.magic)
    append(UInt64(entries.count))
    for (entry, tree) in zip(entries, encoded) {
      append(entry.key.first)
      append(entry.key.second)
      append(UInt64(tree.count))
      append(tree.withUnsafeBytes { Self.checksum(of: $0, entry.key) })
    }
    for tree in encoded { bytes += tree }
    write(bytes, to: name)
  }

  private static func checksum(of bytes: UnsafeRawBufferPointer, _ key: Key) -> UInt64 {
    var hash = ContentHash(bytes)
    for word in [key.first, key.second, UInt64(CodeTree.formatVersion)] { hash.mix(word) }
    return hash.first ^ hash.second
  }

  /// Writes a file of the cache whole; where that fails, there is nothing to be found the next time.
  func write(_ bytes: [UInt8], to name: String) {
    try? Data(bytes).write(to: URL(fileURLWithPath: file(name)), options: .atomic)
  }
}

/// 128 bits over content, eight bytes at a time; two different files with the same one are not to be expected.
struct ContentHash: Sendable, Hashable {
  var first: UInt64
  var second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  init(_ data: Data) {
    self = data.withUnsafeBytes { ContentHash($0) }
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    first = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
    second = 0xc2b2_ae3d_27d4_eb4f &+ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(rest)
    mix(first ^ second)
  }

  mutating func mix(_ word: UInt64) {
    let product = (first ^ word).multipliedFullWidth(by: 0x9fb2_1c65_1e98_df25)
    first = product.high ^ product.low
    second = (second ^ word &+ first) &* 0xff51_afd7_ed55_8ccd
    second ^= second >> 29
  }

  mutating func mix(_ text: String) {
    var text = text
    let hash = text.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)) }
    mix(hash.first)
    mix(hash.second)
  }

  func key(cuts: [Range<Int>]) -> ContentHash {
    var key = self
    for cut in cuts {
      key.mix(UInt64(cut.lowerBound))
      key.mix(UInt64(cut.upperBound))
    }
    return key
  }

  var hex: String { Fingerprint.hex(first) + Fingerprint.hex(second) }
}
