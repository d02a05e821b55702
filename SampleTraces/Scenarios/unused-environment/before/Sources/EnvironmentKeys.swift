import SwiftUI

extension EnvironmentValues {
  @Entry var accentTheme: String = "Sea"
}
