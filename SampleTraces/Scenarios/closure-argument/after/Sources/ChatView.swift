import SwiftUI

struct ChatView: View {
    @State private var draft = ""
    @State private var isAttaching = false

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text("Draft: \(draft)")
            TextField("Message", text: $draft)
            AttachmentBar(title: "Attach", onAttach: { isAttaching.toggle() })
            if isAttaching {
                Image(systemName: "paperclip")
            }
        }
    }
}
