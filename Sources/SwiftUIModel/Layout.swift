/// What decides about the size of a view: its content, or what a modifier tells it.
/// Source: developer.apple.com/documentation/swiftui/layout-fundamentals
package enum Layout {
  /// The modifier that tells a view how long and how wide it is.
  package static let frame = "frame"
  package static let padding = "padding"
  package static let font = "font"
  /// What makes a font of a size.
  package static let fontsOfSize: Set<String> = ["custom", "system"]
  /// The column or row of a grid.
  package static let track = "GridItem"
  /// Modifiers that make a view as large as there is room, or as another one.
  package static let fills: Set<String> = ["containerRelativeFrame", "resizable", "scaledToFill", "scaledToFit"]
  /// Labels of what decides about the length of a stack or a grid.
  package static let arrangingLabels: Set<String> = ["columns", "rows", "spacing"]

  /// The label of a frame for its length along an axis.
  package static func length(along axis: KnownView.Axis) -> String { axis == .horizontal ? "width" : "height" }

  /// The label of a frame for the most that it is long along an axis.
  package static func longest(along axis: KnownView.Axis) -> String {
    axis == .horizontal ? "maxWidth" : "maxHeight"
  }

  /// The axis along which a label of a frame is about the length: `minWidth`.
  package static func axis(ofLabel name: String) -> KnownView.Axis? {
    let name = name.lowercased()
    return name.hasSuffix("width") ? .horizontal : name.hasSuffix("height") ? .vertical : nil
  }

  /// The axis of a member of a size.
  package static func axis(ofMember name: String) -> KnownView.Axis? {
    switch name {
    case "width": .horizontal
    case "height": .vertical
    default: nil
    }
  }

  /// The axis along which some edges are padded; `nil` where both are.
  package static func axis(ofEdges name: String) -> KnownView.Axis? {
    switch name {
    case "horizontal", "leading", "trailing": .horizontal
    case "bottom", "top", "vertical": .vertical
    default: nil
    }
  }
}
