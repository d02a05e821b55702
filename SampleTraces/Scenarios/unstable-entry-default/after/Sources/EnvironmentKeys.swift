import SwiftUI

extension EnvironmentValues {
  @Entry var palette: Palette = Palette.standard
  @Entry var pageNumber: Int = 0
}
