import SwiftUI

struct ThreadView: View {
    @State private var draft = ""

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            ReplyButton()
            DraftField(draft: $draft)
        }
        .environment(\.draftLength, draft)
    }
}
