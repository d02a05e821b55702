import SwiftUI

struct AttachmentBar: View {
    @Binding var isAttaching: Bool
    let title: String

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
                isAttaching.toggle()
            }
        }
    }
}
