/// How the sources of an app are written.
package struct SourceStyle: Hashable, Sendable {
  package enum Instrumentation: Hashable, Sendable { case none, printChanges, logChanges, guarded }

  package var indentation = 4
  package var instrumentation = Instrumentation.guarded
  /// Views in one file with their owner, or each in its own.
  package var oneFilePerView = false
  /// Folders for models and views, or one for all.
  package var hasFolders = true

  package init() {}
}

extension SimulatedApp {
  /// The Swift sources: what a team would have in its repository.
  package func sources(style: SourceStyle = SourceStyle()) -> [(path: String, text: String)] {
    var writer = SourceWriter(app: self, style: style)
    let files = writer.files()
    if style.hasFolders { return files }
    return files.map { (String($0.path.split(separator: "/").last ?? ""), $0.text) }
  }
}

/// Writes an app as Swift.
struct SourceWriter {
  let app: SimulatedApp
  let style: SourceStyle
  private var lines: [String] = []
  private var depth = 0

  init(app: SimulatedApp, style: SourceStyle) {
    self.app = app
    self.style = style
  }

  /// The lines of the file so far.
  var written: [String] { lines }

  mutating func line(_ text: String = "") {
    lines.append(text.isEmpty ? "" : String(repeating: " ", count: depth * style.indentation) + text)
  }

  mutating func indented(_ body: (inout SourceWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  mutating func block(_ head: String, _ tail: String = "}", _ body: (inout SourceWriter) -> Void) {
    line(head + " {")
    indented(body)
    line(tail)
  }

  private mutating func take() -> String {
    defer { lines = [] }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Files

  mutating func files() -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    line("import SwiftUI")
    line()
    line("@main")
    block("struct \(app.name)App: App") { writer in
      writer.block("var body: some Scene") {
        $0.block("WindowGroup") { $0.line($0.text(.make($0.app.root, $0.app.rootArguments))) }
      }
    }
    files.append(("\(app.name)/\(app.name)App.swift", take()))
    if !app.values.isEmpty || !app.declarations.isEmpty || !app.globals.isEmpty {
      files.append(("\(app.name)/Model/Values.swift", valueFile()))
    }
    for model in app.models { files.append(("\(app.name)/Model/\(model.name).swift", modelFile(model))) }
    if !app.environmentKeys.isEmpty {
      line("import SwiftUI")
      line()
      block("extension EnvironmentValues") { writer in
        for key in writer.app.environmentKeys {
          if key.isDerived {
            writer.line("var \(key.name): \(key.type) { \(writer.text(key.initial)) }")
          } else {
            writer.line("@Entry var \(key.name): \(key.type) = \(writer.text(key.initial))")
          }
        }
      }
      files.append(("\(app.name)/Model/EnvironmentKeys.swift", take()))
    }
    return files + viewFiles()
  }

  private mutating func viewFiles() -> [(path: String, text: String)] {
    var files: [(path: String, views: [ViewType])] = []
    for view in app.views where !view.name.contains(".") {
      let path = "\(app.name)/Views/\(view.file ?? view.name).swift"
      if let index = files.firstIndex(where: { $0.path == path }) {
        files[index].views.append(view)
      } else {
        files.append((path, [view]))
      }
    }
    return files.map { path, views in
      let names = views.map(\.name)
      let file = (
        path: path, views: views,
        paths: app.views.map(\.name).filter { name in names.contains { name == $0 || name.hasPrefix($0 + ".") } }
      )
      let publishers = app.views.filter { file.paths.contains($0.name) }.flatMap { self.publishers(in: $0.body) }
      if publishers.contains(where: { $0.contains("Subject") }) { line("import Combine") }
      line("import SwiftUI")
      if !publishers.isEmpty { line() }
      for publisher in publishers { line(publisher) }
      for view in file.views {
        line()
        write(view)
      }
      return (file.path, take())
    }
  }

  /// Where timers and other updates come from; not in the views, since they would be made anew with them.
  private func publishers(in nodes: [Node]) -> [String] {
    var found: [String] = []
    _ = Rewriting(modifier: { modifier in
      if case .onReceive(let name, let handler) = modifier, !name.contains(".") {
        let declaration =
          handler.parameters.first.map { "private let \(name) = PassthroughSubject<\($0.type), Never>()" }
          ?? "private let \(name) = Timer.publish(every: 1, on: .main, in: .common).autoconnect()"
        if !found.contains(declaration) { found.append(declaration) }
      }
      return modifier
    })(nodes)
    return found
  }

  private mutating func valueFile() -> String {
    line("import SwiftUI")
    for value in app.values {
      line()
      var conformances: [String] = []
      if value.isIdentifiable { conformances.append("Identifiable") }
      if value.isEquatable, value.cases.isEmpty {
        conformances.append(value.equality == nil ? "Hashable" : "Equatable")
      }
      let heading = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
      if !value.cases.isEmpty {
        block("enum \(value.name): String, CaseIterable") { writer in
          for name in value.cases { writer.line("case \(name)") }
        }
        continue
      }
      block("struct \(value.name)\(heading)") { writer in
        if let computed = value.computedID { writer.line("var id: UUID { \(computed) }") }
        for field in value.fields where value.computedID == nil || field.name != "id" {
          writer.line("\(field.name == "id" ? "let" : "var") \(field.name): \(field.type)")
        }
        for (name, constant) in value.constants.sorted(by: { $0.key < $1.key }) {
          writer.line()
          writer.write(constant: name, constant, of: value)
        }
        if value.isEquatable, let equality = value.equality {
          writer.line()
          writer.write(equality: equality)
        }
      }
    }
    for global in app.globals {
      line()
      line("@MainActor var \(global.name)\(declaration(global.type, global.initial))")
    }
    for declaration in app.declarations {
      line()
      for part in declaration.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    }
    return take()
  }

  /// The `==` of a type that compares only some of what it has.
  mutating func write(equality: [String]) {
    block("static func == (lhs: Self, rhs: Self) -> Bool") { writer in
      writer.line(equality.isEmpty ? "true" : equality.map { "lhs.\($0) == rhs.\($0)" }.joined(separator: " && "))
    }
  }

  private mutating func write(constant name: String, _ constant: Value, of type: ValueType) {
    guard case .list(let elements, _) = constant else {
      return line("static let \(name) = \(text(constant))")
    }
    line("static let \(name): [\(type.name)] = [")
    indented { writer in for element in elements { writer.line(writer.text(element) + ",") } }
    line("]")
  }

  private mutating func modelFile(_ model: ModelType) -> String {
    switch model.kind {
    case .observable: line("import Observation")
    case .observableObject: line("import Combine")
    case .plain: break
    }
    line("import SwiftUI")
    line()
    if model.kind == .observable { line("@Observable") }
    line("@MainActor")
    var conformances = model.kind == .observableObject ? ["ObservableObject"] : []
    if model.equality != nil { conformances.append("@MainActor Equatable") }
    let heading = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
    block("final class \(model.name)\(heading)") { writer in
      for property in model.properties {
        let attribute =
          switch (model.kind, property.isSilent) {
          case (.observable, true): "@ObservationIgnored "
          case (.observableObject, false): "@Published "
          case (.observable, false), (.observableObject, true), (.plain, _): ""
          }
        writer.line("\(attribute)var \(property.name)\(writer.declaration(property.type, property.initial))")
      }
      if let equality = model.equality {
        writer.line()
        writer.write(equality: equality)
      }
      for computed in model.computed {
        writer.line()
        let parameters = computed.parameters.map { "_ \($0.name): \($0.type)" }.joined(separator: ", ")
        let head =
          computed.parameters.isEmpty
          ? "var \(computed.name): \(computed.type)" : "func \(computed.name)(\(parameters)) -> \(computed.type)"
        writer.block(head) { $0.line($0.text(computed.value)) }
      }
      for method in model.methods {
        writer.line()
        let parameters = method.parameters.map { "_ \($0.name): \($0.type)" }.joined(separator: ", ")
        writer.block("func \(method.name)(\(parameters))") { $0.write(method.statements) }
      }
    }
    return take()
  }

  /// `: Type = value`, with a type only where the value does not say it.
  func declaration(_ type: String, _ initial: Expression) -> String {
    switch initial {
    case .literal(.bool), .literal(.string), .make: " = \(text(initial))"
    case .literal(.int) where type == "Int": " = \(text(initial))"
    case .literal(.none) where type.hasSuffix("?"): ": \(type)"
    default: ": \(type) = \(text(initial))"
    }
  }
}
