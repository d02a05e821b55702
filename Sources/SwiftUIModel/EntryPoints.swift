/// A member that SwiftUI calls to evaluate a type.
package struct EntryPoint: ModelEntry {
  package enum Kind: Sendable, Hashable {
    /// A computed property; of modifiers a function that is given the content.
    case body
    /// A function that makes a view of a configuration.
    case style
    /// A function that brings a view of UIKit or AppKit up to date.
    case update
  }

  package let name: String
  package let kind: Kind
  package let source: Source
}

package enum EntryPoints {
  package static let table = Table([
    EntryPoint(name: "body", kind: .body, source: .swiftUI("view/body-swift.property")),
    EntryPoint(name: "makeBody", kind: .style, source: .swiftUI("buttonstyle/makebody(configuration:)")),
    EntryPoint(name: "updateNSView", kind: .update, source: .swiftUI("nsviewrepresentable/updatensview(_:context:)")),
    EntryPoint(
      name: "updateNSViewController", kind: .update,
      source: .swiftUI("nsviewcontrollerrepresentable/updatensviewcontroller(_:context:)")),
    EntryPoint(name: "updateUIView", kind: .update, source: .swiftUI("uiviewrepresentable/updateuiview(_:context:)")),
    EntryPoint(
      name: "updateUIViewController", kind: .update,
      source: .swiftUI("uiviewcontrollerrepresentable/updateuiviewcontroller(_:context:)")),
  ])

  /// The methods of a delegate that the system calls once, when the app or a scene of it starts.
  /// Sources: developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:),
  /// appkit/nsapplicationdelegate/applicationdidfinishlaunching(_:), uikit/uiscenedelegate/scene(_:willconnectto:options:)
  package static let launches: Set<String> = ["application", "applicationDidFinishLaunching", "scene"]

  /// The file that a program without `@main` starts in. Source: docs.swift.org, "Top-Level Code"
  package static let file = "main.swift"
  package static let body = "body"
  /// The label under which the body of a modifier is given what it modifies.
  package static let modifiedContent = "content"
  /// Functions, other than the body of a modifier, that evaluation starts with.
  package static let functions = table.names(where: { $0.kind != .body })
  /// Functions that give a view.
  package static let givingViews = table.names(where: { $0.kind != .update })
}
