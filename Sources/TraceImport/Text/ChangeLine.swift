/// Tells SwiftUI's lines from an app's own in what a process prints.
package enum ChangeLine {
  /// Whether a line, without its end, is an evaluation that only SwiftUI writes, and nothing besides:
  /// `Row: @self, _isLiked changed.`
  ///
  /// False in doubt: for `Model: title changed.`, for `Row: unchanged.`, and where other text stands on the line.
  package static func isEvaluation(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = ByteSpan(line)
    guard line.hasSuffix(" changed.") else { return false }
    let messages = ChangeGrammar.messages(in: line, context: .standardOutput)
    guard messages.count == 1, let message = messages.first else { return false }
    return message.kind == .evaluation && !message.isDoubtful && begins(line, with: message.view + ": ")
  }

  private static func begins(_ line: ByteSpan, with text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      line.count >= text.count && text.indices.allSatisfy { line[$0] == text[$0] }
    }
  }
}
