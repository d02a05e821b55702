import SwiftUI

struct SpectrumChart: View {
    let title: String
    let points: [Sample]

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text(title)
                .font(.headline)
            ForEach(points) { point in
                HStack {
                    Circle()
                        .frame(width: 8)
                    Text(point.title)
                    Spacer()
                }
            }
            Divider()
            Text("nm")
            Text("Absorbance")
        }
    }
}
