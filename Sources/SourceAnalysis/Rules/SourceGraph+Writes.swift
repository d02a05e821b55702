/// How often writes happen, judging by what they stand in.
extension SourceGraph {
  /// Callbacks that run many times per second while something moves.
  static let hotTriggers: Set<String> = [
    "onPreferenceChange", "onScrollGeometryChange", "onGeometryChange", "onContinuousHover", "onChanged", "updating",
    "addPeriodicTimeObserver", "onScrollVisibilityChange", "onMapCameraChange",
  ]

  /// Whether the write happens many times per second, judging by the callback it stands in.
  package static func isHot(_ write: Write) -> Bool { isFrequent(write, of: nil) }

  static let frequentTriggers = hotTriggers.union(["onReceive", "scheduledTimer", "sink"])

  /// Whether the write happens many times per second or minute: geometry, drags, timers; not any notification.
  static func isFrequent(_ write: Write, of property: Property?) -> Bool {
    switch write.phase.origin {
    case "onReceive", "sink":
      guard let publisher = write.phase.trigger else { return false }
      let names = publisher.mentionedNames.union(publisher.descendants.filter { $0.kind == .member }.map(\.name))
      return names.contains { name in
        ["timer", "tick", "progress", "autoconnect", "clock", "time"].contains { name.lowercased().contains($0) }
      }
    case "onPreferenceChange": return isGeometric(write, property)
    case "onChange": return write.phase.trigger.map(isOfGeometry) ?? false
    case "task":
      // `while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)); now = Date() }`
      return write.code.ancestors.prefix { $0 != write.phase.trigger }.contains { loop in
        loop.kind == .whileStatement && loop.descendants.contains { $0.kind == .call && $0.calledName == "sleep" }
      }
    case let name: return frequentTriggers.contains(name)
    }
  }

  /// `onChange(of: proxy.frame(in: .global).minY)`, where `proxy` is what a geometry reader hands out.
  static func isOfGeometry(_ change: Code) -> Bool {
    guard let watched = change.argument("of") else { return false }
    let names = watched.mentionedNames
    return change.ancestors.contains { closure in
      closure.kind == .closure && closure.parent?.parent?.calledName == "GeometryReader"
        && closure.all(.parameter).contains { names.contains($0.detail) }
    }
  }

  /// Sizes, positions and what holds them, by type, key or name.
  static func isGeometric(_ write: Write, _ property: Property?) -> Bool {
    let words = ["CGFloat", "CGSize", "CGRect", "CGPoint", "Double", "Anchor"]
    let text = (property?.typeText ?? "") + (property?.initialValue?.memberPath?.first ?? "")
    if words.contains(where: { text.contains($0) }) { return true }
    let key = write.phase.trigger?.arguments.first?.firstChild?.memberPath?.first ?? ""
    return ["Offset", "Size", "Frame", "Height", "Width", "Scroll", "Position", "Geometry", "Bounds", "Rect"].contains {
      key.contains($0) || write.property.contains($0) || write.property.hasPrefix($0.lowercased())
    }
  }
}
