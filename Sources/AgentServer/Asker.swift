/// Who sends a request: in which version of the protocol, and what it can be asked itself.
struct Asker: Sendable {
  var version: ProtocolVersion
  /// Whether it can say which folders may be looked at.
  var givesRoots: Bool

  /// The one that a handshake introduces.
  init(handshake parameters: JSONValue) {
    let wanted = parameters["protocolVersion"]?.string.flatMap(ProtocolVersion.init)
    version = wanted.flatMap { $0.isStateless ? nil : $0 } ?? .newestWithHandshake
    givesRoots = parameters["capabilities"]?["roots"]?.object != nil
  }

  /// The one that a request says it is of; `nil` where it does not, because a handshake said it.
  ///
  /// - Throws: `ProtocolError` for a version that is not spoken.
  init?(request parameters: JSONValue) throws(ProtocolError) {
    guard let meta = parameters["_meta"], let named = meta[MetaKey.version] else { return nil }
    guard let name = named.string else { throw .invalidParameters("'\(MetaKey.version)' is no text") }
    guard let known = ProtocolVersion(rawValue: name), known.isStateless else { throw .unsupportedVersion(name) }
    guard let capabilities = meta[MetaKey.capabilities], capabilities.object != nil else {
      throw .invalidParameters("'\(MetaKey.capabilities)' is missing in '_meta'")
    }
    version = known
    givesRoots = capabilities["roots"]?.object != nil
  }
}
