import SwiftUI

struct MeasurementView: View {
    @State private var note = ""

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            TextField("Note", text: $note)
            Text("Note: \(note)")
            SpectrumChart(title: "Peaks", points: Sample.all.filter { $0.isPeak })
        }
    }
}
