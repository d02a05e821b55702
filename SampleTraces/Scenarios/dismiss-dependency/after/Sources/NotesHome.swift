import SwiftUI

struct NotesHome: View {
    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        NavigationStack {
            NoteEditor(title: "Groceries")
        }
    }
}
