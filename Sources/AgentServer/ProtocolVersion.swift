/// The revisions of the Model Context Protocol that are spoken, oldest first.
///
/// 2025-03-26 is left out, since it alone lets messages come in batches; who asks for it is offered the next one.
///
/// - Source: https://modelcontextprotocol.io/specification
package enum ProtocolVersion: String, Sendable, CaseIterable {
  case november2024 = "2024-11-05"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// The newest that begins with a handshake, offered to whoever asks for one that is not known.
  static let newestWithHandshake = november2025

  /// Whether there is no handshake, and each request says itself who asks in which version.
  package var isStateless: Bool {
    switch self {
    case .november2024, .june2025, .november2025: false
    case .july2026: true
    }
  }
}

/// The names of what requests and results carry in their `_meta`.
enum MetaKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let server = "io.modelcontextprotocol/serverInfo"
  static let progressToken = "progressToken"
}
