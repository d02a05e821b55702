import SwiftUI

extension EnvironmentValues {
    @Entry var submit: (String) -> Void = { _ in  }
    @Entry var draftLength: String = ""
}
