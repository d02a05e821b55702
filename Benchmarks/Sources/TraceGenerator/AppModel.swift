/// A view type of the made-up app, with the messages that it can print.
struct ViewModel {
  /// `T: @self changed.`
  var selfOnly: [UInt8]
  /// `T: unchanged.`
  var unchanged: [UInt8]
  /// `T: @self, @identity, _a, _b changed.`; without dynamic properties SwiftUI cannot say `@identity`.
  var mount: [UInt8]
  /// Messages of the view's own state, environment and models; empty for a view that only shows what it is given.
  var ownCauses: [[UInt8]]
  var children: [Int]
  /// How many rows one child stands for; 1 for a view that is no list.
  var rows: Int
}

/// A tree of views as real apps have them: screens, their parts, lists of rows, a few generic types.
struct AppModel {
  private(set) var views: [ViewModel] = []
  private(set) var screens: [Int] = []
  /// Views that have a cause of their own: where an update can begin.
  private(set) var roots: [Int] = []

  private static let subjects = [
    "Feed", "Cart", "Profile", "Search", "Detail", "Settings", "Player", "Chat", "Map", "Order", "Photo", "Story",
    "Event", "Ticket", "Address", "Payment", "Review", "Offer", "Track", "Album", "Friend", "Group", "Alert", "Badge",
  ]
  private static let parts = [
    "Row", "Header", "List", "View", "Card", "Cell", "Button", "Title", "Footer", "Banner", "Avatar", "Label",
    "Section",
    "Toolbar", "Sheet", "Grid", "Chart", "Picker", "Image", "Badge",
  ]
  private static let properties = [
    "_count", "_isOn", "_model", "_viewModel", "_store", "_selection", "_dismiss", "_query", "_isLoading", "_offset",
    "__text", "__isExpanded", "_theme", "_locale", "_router", "_focus", "@16", "@184",
  ]
  private static let keyPaths = ["items", "title", "isLoading", "unread", "progress", "selection", "total", "user"]

  /// - Parameter causeCount: How many distinct messages each view has; `nil` leaves it to its properties.
  init(viewCount: Int, causeCount: Int? = nil, random: inout SplitMix64) {
    // Ten views to a screen; each screen is a tree whose inner nodes come first.
    for index in 0..<max(1, viewCount) {
      let position = index % 10
      if position == 0 { screens.append(index) }
      views.append(Self.view(index, isScreen: position == 0, causeCount: causeCount, random: &random))
      if position > 0 {
        // Two to three children a node keep the trees as deep as real ones.
        let parent = index - position + (position - 1) / 2
        views[parent].children.append(index)
      }
      if !views[index].ownCauses.isEmpty { roots.append(index) }
    }
    if roots.isEmpty {
      views[0].ownCauses = [Array("\(Self.name(0, isScreen: true)): _model changed.".utf8)]
      roots = [0]
    }
  }

  /// Every distinct message.
  var messages: [[UInt8]] { views.flatMap { [$0.selfOnly, $0.mount] + $0.ownCauses } }

  private static func name(_ index: Int, isScreen: Bool) -> String {
    let subject = subjects[index / 10 % subjects.count]
    // From the second round through the words on, a number keeps the names apart.
    let round = index / (10 * subjects.count)
    let number = round == 0 ? "" : String(round + 1)
    return isScreen ? "\(subject)\(number)Screen" : "\(subject)\(number)\(parts[index % 10 + index / 10 % 2 * 10])"
  }

  private static func view(
    _ index: Int, isScreen: Bool, causeCount: Int?, random: inout SplitMix64
  ) -> ViewModel {
    var name = name(index, isScreen: isScreen)
    if !isScreen, index % 17 == 0 { name += "<Array<\(subjects[index % subjects.count])>, Optional<String>>" }
    if !isScreen, index % 3 != 0 { name = "\(subjects[index / 10 % subjects.count])Screen.\(name)" }
    var own: [String] = []
    var stored: [String] = []
    if isScreen || random.chance(45) {
      for _ in 0...random.below(3) {
        let property = random.pick(properties)
        if stored.contains(property) { continue }
        stored.append(property)
        // An offset stands behind the property it lies in, so it is never the first.
        own.append(property.hasPrefix("@") && stored.count == 1 ? "_model" : property)
      }
      if stored[0].hasPrefix("@") { stored[0] = "_model" }
      if random.chance(30) { own.append("\\\(subjects[index / 10 % subjects.count])Model.\(random.pick(keyPaths))") }
      if random.chance(5) {
        own.append("\\\(subjects[index / 10 % subjects.count])Model.<computed 0x000000034006f8b0 (String)>")
      }
    }
    if let causeCount {
      if stored.isEmpty { stored = ["_model"] }
      // Two properties that change together are a message of their own; those that start `@self` and `@identity` exist.
      let pairs = properties.flatMap { first in properties.map { first == $0 ? first : "\(first), \($0)" } }
      for pair in pairs.filter({ !$0.hasPrefix("@") && !own.contains($0) }) where own.count + 2 < causeCount {
        own.append(pair)
      }
      own = Array(own.prefix(causeCount - 2))
    }
    let mount = stored.isEmpty ? "@self" : (["@self", "@identity"] + stored).joined(separator: ", ")
    return ViewModel(
      selfOnly: Array("\(name): @self changed.".utf8), unchanged: Array("\(name): unchanged.".utf8),
      mount: Array("\(name): \(mount) changed.".utf8),
      ownCauses: own.map { Array("\(name): \($0) changed.".utf8) }, children: [],
      rows: !isScreen && index % 7 == 3 ? 4 + random.below(9) : 1)
  }
}
