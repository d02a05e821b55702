import Foundation

/// Type-checks against a module with just enough of SwiftUI, where there is no SwiftUI.
final class StubCompiler {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("whyredraw-stub-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.module.utf8).write(to: folder.appendingPathComponent("StubUI.swift"))
    let problems = try run([
      "-emit-module", "-module-name", "StubUI", "StubUI.swift", "-o", "StubUI.swiftmodule", "-parse-as-library",
    ])
    guard problems.isEmpty else { throw Failure(text: problems) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  struct Failure: Error { var text: String }

  /// The lines in which the compiler finds errors or warnings; empty when it takes the text.
  func errors(in text: String, _ flags: [String]) throws -> String { try errors(in: ["App.swift": text], flags) }

  /// The same for several files of one module, by their names.
  func errors(in texts: [String: String], _ flags: [String]) throws -> String {
    for (name, text) in texts { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    return try run(["-typecheck", "-parse-as-library", "-I", "."] + texts.keys.sorted() + flags)
  }

  private func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-swift-version", "6"] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").filter { $0.contains("error:") || $0.contains("warning:") }
    if process.terminationStatus != 0, lines.isEmpty { return "exit code \(process.terminationStatus): \(text)" }
    return lines.joined(separator: "\n")
  }

  private static let module = """
    @MainActor public protocol View { associatedtype Body: View; @ViewBuilder @MainActor var body: Body { get } }
    @MainActor public protocol ViewModifier {
      associatedtype Body: View
      typealias Content = Text
      @ViewBuilder @MainActor func body(content: Content) -> Body
    }
    extension View { public static func _logChanges() {}; public static func _printChanges() {} }
    extension ViewModifier { public static func _logChanges() {}; public static func _printChanges() {} }
    extension Never: View { public var body: Never { fatalError() } }
    public struct Text: View { public init(_ text: String) {}; public var body: Never { fatalError() } }
    public struct EmptyView: View { nonisolated public init() {}; public var body: Never { fatalError() } }
    public struct TupleView<T>: View { nonisolated init() {}; public var body: Never { fatalError() } }
    public struct Either<A: View, B: View>: View { nonisolated init() {}; public var body: Never { fatalError() } }
    public struct VStack<C: View>: View {
      public init(@ViewBuilder _ content: () -> C) {}
      public var body: Never { fatalError() }
    }
    @propertyWrapper public struct State<Value> {
      nonisolated public init(wrappedValue: Value) { box = Box(wrappedValue) }
      public var wrappedValue: Value { get { box.value } nonmutating set { box.value = newValue } }
      final class Box { var value: Value; init(_ value: Value) { self.value = value } }
      private let box: Box
    }
    extension State where Value: ExpressibleByNilLiteral { nonisolated public init() { self.init(wrappedValue: nil) } }
    public struct EnvironmentValues: Sendable { public var openURL = 0; public var colorScheme = 0 }
    @propertyWrapper public struct Environment<Value> {
      nonisolated public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
      public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
      private let path: KeyPath<EnvironmentValues, Value>
    }
    @resultBuilder public enum ViewBuilder {
      public static func buildExpression<C: View>(_ content: C) -> C { content }
      public static func buildBlock() -> EmptyView { EmptyView() }
      public static func buildBlock<C: View>(_ content: C) -> C { content }
      public static func buildBlock<each C: View>(_ content: repeat each C) -> TupleView<(repeat each C)> { TupleView() }
      public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { Either() }
      public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { Either() }
    }
    """
}
