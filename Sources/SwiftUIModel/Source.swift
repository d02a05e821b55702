/// Where an entry of the model was learned, so that a reader can check it.
package enum Source: Sendable, Hashable, CustomStringConvertible {
  /// A page of Apple's documentation, below `developer.apple.com/documentation/`.
  case documentation(String)
  /// A package that apps use, with the address of its sources.
  case package(String)
  /// No interface at all: a name that apps give to helpers of their own, with the reason why it can be relied on.
  case convention(String)

  /// A page about SwiftUI.
  static func swiftUI(_ page: String) -> Source { .documentation("swiftui/" + page) }
  /// A page about a modifier of views.
  static func view(_ page: String) -> Source { .documentation("swiftui/view/" + page) }
  /// A page about the standard library.
  static func swift(_ page: String) -> Source { .documentation("swift/" + page) }
  static func foundation(_ page: String) -> Source { .documentation("foundation/" + page) }

  /// `developer.apple.com/documentation/swiftui/state`.
  package var description: String {
    switch self {
    case .documentation(let page): "developer.apple.com/documentation/" + page
    case .package(let address): address
    case .convention(let reason): reason
    }
  }
}
