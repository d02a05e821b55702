import SwiftUI

struct AttachmentBar: View {
    let title: String
    let onAttach: () -> Void

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Text(title)
            Image(systemName: "photo")
            Image(systemName: "camera")
            Image(systemName: "doc")
            Button("Add") {
                onAttach()
            }
        }
    }
}
