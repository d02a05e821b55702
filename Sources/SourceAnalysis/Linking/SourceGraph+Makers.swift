/// Views that make a view in their bodies.
extension SourceGraph {
  /// A view that makes another one, and the properties with which it observes the object that the other one observes.
  struct ObservingMaker {
    let parent: TypeInfo
    let child: Child
    let properties: [String]
  }

  /// All who make a view outside of previews, where each of them observes the object of the property as well: then the view may be
  /// evaluated with them, whether it observes the object itself or not.
  ///
  /// - Returns: `nil` where nobody makes the view, where one maker does not observe the object, or where it is none that is observed
  ///   as a whole.
  func makersObserving(_ property: Property, of type: TypeInfo) -> [ObservingMaker]? {
    guard property.isObservedObject, let model = model(of: property, in: type), model.isObservableObject else {
      return nil
    }
    let made = (parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    let makers = made.compactMap { id, child -> ObservingMaker? in
      let parent = index[id]
      let same = parent.storedProperties.filter {
        $0.isObservedObject && self.model(of: $0, in: parent)?.id == model.id
      }
      return same.isEmpty ? nil : ObservingMaker(parent: parent, child: child, properties: same.map(\.name))
    }
    return made.isEmpty || makers.count < made.count ? nil : makers
  }
}
