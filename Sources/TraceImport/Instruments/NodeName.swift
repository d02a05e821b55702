/// What the name of a node of the cause graph says.
///
/// - Source: names in published analyses of `swiftui-causes` exports.
enum NodeName: Equatable {
  /// `TaskRow.body`, `DynamicBody<ViewBodyAccessor<TaskRow>, MainThreadFlags>`: the evaluation of a view's body.
  case body(String)
  /// `TaskRow.body [skipped]`: SwiftUI looked, and did not evaluate it.
  case skippedBody(String)
  /// `View Creation / Reuse`, `Creation of App`: storage that is new or recycled.
  case creation
  /// A change of its own: a property, a model, the environment, user defaults, the world outside.
  case origin(Cause)
  /// A step of SwiftUI's own between a change and its effect.
  case step

  init(_ name: String) {
    if name.hasSuffix(" [skipped]") {
      let bare = String(name.dropLast(10))
      self = .skippedBody(Self.bodyView(bare) ?? bare)
    } else if name.hasPrefix("@") {
      self = .origin(Self.property(name))
    } else if let view = Self.bodyView(name) {
      self = .body(view)
    } else if name.hasPrefix("View Creation") || name.hasPrefix("Creation of ") {
      self = .creation
    } else if Self.origins.contains(where: name.hasPrefix) || Self.originParts.contains(where: { name.contains($0) }) {
      self = .origin(.node(name))
    } else {
      self = .step
    }
  }

  /// Nodes that a log knows nothing of, and that start something all the same.
  private static let origins = [
    "EnvironmentWriter: ", "External", "MergedEnvironment", "ChildEnvironment", "Child Environment",
    "Environment changed",
    "Layout: ", "Layout invalidated", "HoverChanged", "onChange", "Gesture", "Transaction", "Action Callback",
  ]
  private static let originParts = ["UserDefaultObserver", "AttributeInvalidatingSubscriber"]

  /// `@State count`, `@AppStorage TextStyleModifier.fontOption`, `@Observable TaskStore.(Array<TaskItem>)`.
  private static func property(_ name: String) -> Cause {
    guard let space = name.firstIndex(where: { $0 == " " || $0 == ":" }) else {
      return .dynamicProperty("_" + name.dropFirst())
    }
    let wrapper = name[..<space]
    let rest = name[space...].drop { $0 == " " || $0 == ":" }
    guard !rest.isEmpty else { return .node(name) }
    if wrapper == "@Observable" {
      // The runtime names a property of a model by its type, as key paths in a log do: `\Model.<computed 0x… (Int)>`.
      if rest.hasSuffix(")"), let open = rest.firstRange(of: ".(") {
        return .keyPath(
          "\\\(rest[..<open.lowerBound]).<computed \(rest[rest.index(after: open.lowerBound)...])>", address: nil)
      }
      return .keyPath("\\" + rest, address: nil)
    }
    let property = rest.split(separator: ".").last ?? rest
    return .dynamicProperty(property.hasPrefix("_") ? String(property) : "_" + property)
  }

  /// The view of `X.body` and of `DynamicBody<ViewBodyAccessor<X>, …>`; `nil` for anything else.
  private static func bodyView(_ name: String) -> String? {
    if name.hasSuffix(".body") { return name.count > 5 ? String(name.dropLast(5)) : nil }
    guard name.hasPrefix("DynamicBody<") || name.hasPrefix("StaticBody<"),
      let open = name.firstRange(of: "BodyAccessor<")
    else { return nil }
    var depth = 1
    var end = open.upperBound
    var previous: Character = " "
    while end < name.endIndex {
      let character = name[end]
      if character == "<" { depth += 1 }
      if character == ">", previous != "-" { depth -= 1 }
      if depth == 0 { break }
      previous = character
      end = name.index(after: end)
    }
    let view = name[open.upperBound..<end]
    return view.isEmpty ? nil : String(view)
  }

  /// What the description of a row of `View Body Updates` says of its view.
  enum Described: Equatable {
    case view(String)
    case skipped
  }

  static func view(ofDescription description: String) -> Described? {
    switch NodeName(description) {
    case .body(let view): return .view(view)
    case .skippedBody: return .skipped
    default: break
    }
    // Some versions write the type alone. A view is a type: a capital, no spaces outside of brackets.
    guard let first = description.unicodeScalars.first, first.properties.isUppercase || first == "_" else { return nil }
    var depth = 0
    for character in description {
      if character == "<" || character == "(" { depth += 1 }
      if character == ">" || character == ")" { depth -= 1 }
      if depth == 0, character == " " || character == ":" { return nil }
    }
    return .view(description)
  }

  /// The names in a set of descriptions: `HoverChanged, SidebarRow.body, Box<A, B>.body`, cut at commas outside of brackets.
  static func list(_ text: String) -> [String] {
    var names: [String] = []
    var current = ""
    var depth = 0
    var previous: Character = " "
    for character in text {
      switch character {
      case "<", "(", "[": depth += 1
      case ">" where previous != "-": depth -= 1
      case ")", "]": depth -= 1
      default: break
      }
      if character == ",", depth <= 0 {
        names.append(current)
        current = ""
      } else if !(current.isEmpty && character == " ") {
        current.append(character)
      }
      previous = character
    }
    names.append(current)
    return names.filter { !$0.isEmpty }
  }

  /// The name in the display text of a node, before its colour: `A gray icon n/a n/a` (26), `A, gray, icon, n/a, n/a` (27).
  static func name(inDisplay text: String) -> String {
    for colour in ["blue", "gray", "orange", "teal"] {
      for separator in [", \(colour),", " \(colour) "] {
        if let hit = text.firstRange(of: separator) { return String(text[..<hit.lowerBound]) }
      }
    }
    return text
  }
}
