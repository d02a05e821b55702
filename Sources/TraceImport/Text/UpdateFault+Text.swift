extension UpdateFault {
  /// Finds one of SwiftUI's own complaints in a line.
  ///
  /// - Source: the texts of SwiftUI's runtime issues, as Xcode shows them.
  static func find(in line: ByteSpan) -> UpdateFault? {
    if line.firstIndex(of: "Publishing changes from within view updates") != nil {
      .publishingWithinUpdate
    } else if line.firstIndex(of: "Modifying state during view update") != nil {
      .modifyingStateDuringUpdate
    } else if line.firstIndex(of: "Publishing changes from background threads") != nil {
      .publishingFromBackground
    } else if line.firstIndex(of: "tried to update multiple times per frame") != nil {
      .multipleUpdatesPerFrame
    } else {
      nil
    }
  }
}
