import SwiftUI

extension EnvironmentValues {
    @Entry var currentTime: Int = 0
}
