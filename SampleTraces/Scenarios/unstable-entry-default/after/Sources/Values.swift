import SwiftUI

final class Palette: Sendable {
  let accent = Color.indigo
  static let standard = Palette()
}
