import SwiftUI

struct DoneButton: View {
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Button("Done") {
            dismiss()
        }
    }
}
