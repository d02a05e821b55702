import SwiftUI

extension EnvironmentValues {
    @Entry var submit: SubmitAction = SubmitAction()
    @Entry var draftLength: String = ""
}
