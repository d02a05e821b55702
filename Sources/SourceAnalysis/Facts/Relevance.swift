/// Tells without parsing whether a file can hold anything of interest.
///
/// A file matters by itself when it names SwiftUI, observation or an expensive object. Others matter only through the
/// types they declare, so those names are kept: the file is read when a file that matters mentions one of them.
package enum Relevance {
  package struct Summary: Sendable {
    package var isRelevant: Bool
    /// Names after `struct`, `class`, `enum`, `actor`, `protocol`, `extension` and `typealias`; only for others.
    package var declaredNames: Set<String>
  }

  /// Any file with a view, a model, an environment key or an expensive object holds one of these words.
  static let words: [String] = [
    "View", "SwiftUI", "Observable", "Published", "@Entry", "EnvironmentKey", "Formatter", "JSONDecoder", "JSONEncoder",
    "PropertyList", "NSRegularExpression", "NSDataDetector", "whyredraw:", "some Scene", "ToolbarContent", "Commands",
    "UUID()", "Calendar(", "CIContext", "CIFilter", "XMLParser", "Shape", "Layout", "propertyWrapper", "NSMetadataQuery",
    "MTKTextureLoader", "Style",
  ]

  private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension", "typealias"]

  package static func summary(of bytes: UnsafeBufferPointer<UInt8>) -> Summary {
    if holdsWord(bytes) || FactsReader.lineOfExcessiveNesting(in: bytes) != nil {
      return Summary(isRelevant: true, declaredNames: [])
    }
    return Summary(isRelevant: false, declaredNames: declaredNames(bytes))
  }

  private static let firstBytes: [[[UInt8]]] = {
    var table: [[[UInt8]]] = Array(repeating: [], count: 256)
    for word in words {
      let bytes = Array(word.utf8)
      table[Int(bytes[0])].append(bytes)
    }
    return table
  }()

  private static func holdsWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let table = firstBytes
    let isFirst = table.map { !$0.isEmpty }
    return isFirst.withUnsafeBufferPointer { isFirst in
      for index in bytes.indices where isFirst[Int(bytes[index])] {
        for word in table[Int(bytes[index])] where index + word.count <= bytes.count {
          var position = 1
          while position < word.count, bytes[index + position] == word[position] { position += 1 }
          if position == word.count { return true }
        }
      }
      return false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  /// Words after a declaring keyword; comments and strings are read as well, which only makes the set larger.
  private static func declaredNames(_ bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
    var names: Set<String> = []
    var isDeclared = false
    var index = 0
    while index < bytes.count {
      guard isNameByte(bytes[index]) else {
        // `extension Outer.Inner` names both.
        if bytes[index] != UInt8(ascii: "."), bytes[index] != UInt8(ascii: " "), bytes[index] != UInt8(ascii: "`"),
          bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\t"), bytes[index] != UInt8(ascii: "\r")
        {
          isDeclared = false
        }
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      let length = index - start
      if length >= 4, length <= 9, !isDeclared {
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if keywords.contains(word) { isDeclared = true }
      } else if isDeclared {
        names.insert(String(decoding: bytes[start..<index], as: UTF8.self))
        isDeclared = index < bytes.count && bytes[index] == UInt8(ascii: ".")
      }
    }
    return names
  }
}
