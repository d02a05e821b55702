import SwiftUI

struct SpectrumChart: View, Equatable {
    let title: String
    let points: [Sample]

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.title == rhs.title && lhs.points == rhs.points
    }

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
