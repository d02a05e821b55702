import SwiftUI

struct DepartureBoard: View {
    @State private var timetable = Timetable()
    @State private var selectedID: Departure.ID?

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        List(timetable.departures.filter { $0.isDelayed }) { departure in
            HStack {
                Text(departure.title)
                if selectedID == departure.id {
                    Text("Platform 4")
                }
                Button("Details") {
                    selectedID = departure.id
                }
            }
        }
    }
}
