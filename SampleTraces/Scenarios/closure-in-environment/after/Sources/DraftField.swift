import SwiftUI

struct DraftField: View {
    @Binding var draft: String

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        TextField("Reply", text: $draft)
    }
}
