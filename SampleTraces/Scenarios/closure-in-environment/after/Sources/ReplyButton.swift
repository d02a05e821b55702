import SwiftUI

struct ReplyButton: View {
    @Environment(\.submit) private var submit

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Image(systemName: "paperplane")
            Button("Send") {
                submit("Hi")
            }
        }
    }
}
