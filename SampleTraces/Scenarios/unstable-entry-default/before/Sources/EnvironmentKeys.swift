import SwiftUI

extension EnvironmentValues {
  @Entry var palette: Palette = Palette()
  @Entry var pageNumber: Int = 0
}
