import SwiftUI

struct NoteEditor: View {
    @Environment(\.dismiss) private var dismiss
    let title: String

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        ScrollView {
            Text(title)
                .font(.largeTitle)
            Text("Paragraph 1")
            Text("Paragraph 2")
            Text("Paragraph 3")
            Text("Paragraph 4")
            Text("Paragraph 5")
            Text("Paragraph 6")
            Text("Paragraph 7")
            Text("Paragraph 8")
            Text("Paragraph 9")
            Text("Paragraph 10")
            Text("Paragraph 11")
            Text("Paragraph 12")
            Text("Paragraph 13")
            Text("Paragraph 14")
            Button("Done") {
                dismiss()
            }
        }
    }
}
