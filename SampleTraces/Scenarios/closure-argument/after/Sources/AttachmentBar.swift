import SwiftUI

struct AttachmentBar: View, Equatable {
    let title: String
    let onAttach: () -> Void

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.title == rhs.title
    }

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
