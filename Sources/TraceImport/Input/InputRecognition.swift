/// What the first bytes of an input say about its container.
enum Container: Hashable {
  /// Nothing known: taken as text.
  case plain
  case gzip
  /// Something that has to be unpacked or exported first; the text names it and says how.
  case refused(String)

  /// The number of bytes worth looking at: tar has its magic number at 257.
  static let prefixSize = 512

  /// Whether more bytes would make no difference: what begins with a line of text is text.
  ///
  /// What `recognise` says may not depend on how many bytes a pipe delivers at once. But for those that begin with the bytes
  /// here, containers have no line end in what they are recognised by.
  static func isSettled(_ prefix: [UInt8]) -> Bool {
    guard prefix.count >= 2, ![0x1F, 0xFE, 0xFF].contains(prefix[0]) else { return false }
    return prefix.prefix(tarMagic).contains(0x0A) || prefix.count >= tarMagic + 5
  }

  private static let tarMagic = 257

  /// Recognises a container by its magic number, never by a name.
  ///
  /// - Source: RFC 1952 (gzip), APPNOTE 4.3 (zip), RFC 8878 (zstd), POSIX ustar, the `xz`, `bzip2` and `lz4` formats.
  static func recognise(_ prefix: UnsafeRawBufferPointer) -> Container {
    func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      prefix.count >= offset + magic.count && zip(prefix[offset...], magic).allSatisfy { $0 == $1 }
    }
    if starts([0x1F, 0x8B]) { return .gzip }
    if starts([0x50, 0x4B, 0x03, 0x04]) || starts([0x50, 0x4B, 0x05, 0x06]) {
      return .refused("a zip archive; unpack it and pass what is inside (unzip FILE)")
    }
    if starts([0x28, 0xB5, 0x2F, 0xFD]) {
      return .refused("zstd data; decompress it and pass the result (zstd -dc FILE | whyredraw -)")
    }
    if starts([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
      return .refused("xz data; decompress it and pass the result (xz -dc FILE | whyredraw -)")
    }
    if starts([0x42, 0x5A, 0x68]), starts([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4), prefix[3].isDigit {
      return .refused("bzip2 data; decompress it and pass the result (bzip2 -dc FILE | whyredraw -)")
    }
    if starts([0x04, 0x22, 0x4D, 0x18]) {
      return .refused("lz4 data; decompress it and pass the result (lz4 -dc FILE | whyredraw -)")
    }
    if starts([0x1F, 0x9D]) {
      return .refused("compress (.Z) data; decompress it and pass the result (uncompress -c FILE | whyredraw -)")
    }
    if starts(Array("ustar".utf8), at: tarMagic), !prefix[..<tarMagic].contains(0x0A) {
      return .refused("a tar archive; unpack it and pass what is inside (tar -xf FILE)")
    }
    // As zlib writes it with its usual window; other headers are too easily text.
    if prefix.count >= 2, prefix[0] == 0x78, [0x01, 0x5E, 0x9C, 0xDA].contains(prefix[1]) {
      return .refused("zlib data without a gzip header; write gzip instead, or decompress it first")
    }
    if starts(Array("SQLite format 3\0".utf8)) {
      return .refused("an SQLite database; export the log or the trace as text or XML first")
    }
    if starts(Array("bplist0".utf8)) {
      return .refused("a binary property list; pass the log or the exported trace itself")
    }
    if starts([0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00]) {
      return .refused(
        "a tracev3 file of a log archive; export it: log show ARCHIVE --info --style ndjson "
          + "--predicate 'category == \"Changed Body Properties\"'")
    }
    // Every second byte of a log in UTF-16 is 0; without any, these two are just bytes that are no UTF-8.
    if starts([0xFF, 0xFE]) || starts([0xFE, 0xFF]), prefix.count == 2 || prefix.contains(0) {
      return .refused("UTF-16 text; convert it (iconv -f UTF-16 -t UTF-8 FILE | whyredraw -)")
    }
    return .plain
  }
}
