internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

/// Key paths that the sources know by another name: the getter has no symbol, so that the trace prints its address and type,
/// `\Recorder.<computed 0x… (Double)>`; or the view reads the member through a binding.
extension ViewFacts {
  /// The cause as the sources know it: the one member of the printed type that the body reads, or the binding through which it reads
  /// the member of a model that its maker holds.
  ///
  /// With several such members, or one whose type is not written down, it stays as it is.
  func resolved(_ cause: Cause) -> Cause {
    guard case .keyPath(let path, let address) = cause, let (owner, member) = PropertyName.keyPath(path) else {
      return cause
    }
    if modelProperty(owner) == nil, let bound = boundMembers[ModelMember(member, of: owner)], bound.count == 1,
      let name = bound.first
    {
      return .dynamicProperty(name)
    }
    guard let printed = Self.computedType(member), let name = modelProperty(owner), let property = property(name)
    else { return cause }
    let read = storedReads(of: property).filter { $0.typeText.map { Self.isSame($0, printed) } ?? true }
    guard let only = read.first, read.count == 1, only.typeText != nil else { return cause }
    return .keyPath("\\" + owner + "." + only.name, address: address)
  }

  /// What Observation tracks of the model and the body reads.
  private func storedReads(of property: Property) -> [Property] {
    guard let model = model(of: property) else { return [] }
    return model.storedProperties.filter {
      !$0.isLet && !$0.attributes.contains(.untracked) && member($0.name, of: property.name) & reads != 0
    }
  }

  /// `Double` of `<computed 0x00000001 (Double)>`.
  private static func computedType(_ member: String) -> String? {
    guard member.hasPrefix("<computed"), let open = member.firstIndex(of: "("), let close = member.lastIndex(of: ")"),
      open < close
    else { return nil }
    return String(member[member.index(after: open)..<close])
  }

  /// Whether a type as the source writes it is the one that the trace prints: `[Take]` and `Array<Take>`.
  private static func isSame(_ written: String, _ printed: String) -> Bool {
    func canonical(_ text: String) -> String {
      let text = text.filter { !$0.isWhitespace }
      if text.hasSuffix("?") { return "Optional<" + canonical(String(text.dropLast())) + ">" }
      guard text.hasPrefix("["), text.hasSuffix("]") else {
        return text.contains("<") ? text : text.split(separator: ".").last.map(String.init) ?? text
      }
      let elements = TypeName.elements(text)
      return (elements.count == 2 ? "Dictionary<" : "Array<") + elements.map(canonical).joined(separator: ",") + ">"
    }
    return canonical(written) == canonical(printed)
  }
}
