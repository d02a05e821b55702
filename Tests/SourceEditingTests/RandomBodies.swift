/// Makes views and modifiers whose bodies are written in every way that compiles.
struct RandomBodies {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(elements.count)] }

  /// A declaration with one body that is instrumented; `name` is its type's.
  mutating func declaration(_ name: String) -> String {
    let isModifier = next(4) == 0
    let proto =
      isModifier
      ? "ViewModifier" : pick(["View", "Page", "Equatable, View"])
    let head = isModifier ? "func body(content: Content) -> some View" : "var body: some View"
    let place = next(4)
    // SwiftUI's requirement makes a builder of the body only where the conformance is declared.
    let isInferred = place != 2
    let hasAttribute = next(4) == 0
    let attribute = hasAttribute ? pick(["@ViewBuilder ", "@ViewBuilder\n"]) : ""
    let body = body(isBuilder: isInferred || hasAttribute, explicitBuilder: hasAttribute, isModifier: isModifier)
    let isGetter = !isModifier && next(5) == 0
    let braces = layout(body)
    let member = attribute + (isInferred ? "" : "@MainActor ") + head + " " + (isGetter ? "{ get \(braces) }" : braces)
    switch place {
    case 0, 1: return "struct \(name): \(proto) {\n\(member)\n}\n"
    case 2: return "struct \(name) {}\nextension \(name): \(proto) {}\nextension \(name) { \(member) }\n"
    default:
      return
        "enum Space\(name) {}\nextension Space\(name) { struct \(name) {} }\nextension Space\(name).\(name): \(proto) {\n  \(member)\n}\n"
    }
  }

  private mutating func body(isBuilder: Bool, explicitBuilder: Bool, isModifier: Bool) -> [String] {
    let one = pick([
      "Text(\"a\")", "VStack { Text(\"{\"); Text(\"}\") }", "VStack {\n  Text(\"// not a comment\")\n}", "EmptyView()",
    ])
    let branches = "if Bool.random() { Text(\"a\") } else { Text(\"b\") }"
    switch next(isBuilder ? 9 : 5) {
    case 0: return [isModifier ? "content" : one]
    case 1: return explicitBuilder ? [one] : ["return \(one)"]
    case 2: return explicitBuilder ? [one] : ["let value = \"x\"", "return Text(value)"]
    case 3: return [branches]
    case 4: return ["switch Bool.random() {\ncase true: Text(\"a\")\ncase false: Text(\"b\")\n}"]
    case 5: return [one, "Text(\"b\")"]
    case 6: return ["let value = \"x\"", "Text(value)"]
    case 7: return ["if Bool.random() { Text(\"a\") } else { EmptyView() }"]
    default: return ["\n#if os(Linux)\n\(one)\n#else\nText(\"mac\")\n#endif\n"]
    }
  }

  private mutating func layout(_ statements: [String]) -> String {
    if statements.contains(where: { $0.contains("\n#if") }) { return "{" + statements.joined(separator: "\n") + "}" }
    switch next(8) {
    case 0: return "{ \(statements.joined(separator: "; ")) }"
    case 1: return "{\(statements.joined(separator: "; "))}"
    case 2: return "{ // why\n    \(statements.joined(separator: "\n    "))\n  }"
    case 3: return "{ /* a\n comment */ \(statements.joined(separator: "\n")) }"
    case 4: return "{\n\n\t\t// first\n\t\t\(statements.joined(separator: "\n\t\t"))\n\t}"
    case 5: return "{  \t\n/* x */ \(statements.joined(separator: "\n"))\n}"
    case 6: return "\n{\n  \(statements.joined(separator: "\n  ")) }"
    default: return "{\n    \(statements.joined(separator: "\n    "))\n  }"
    }
  }
}
