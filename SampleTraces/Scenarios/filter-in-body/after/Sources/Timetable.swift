import Observation
import SwiftUI

@Observable
@MainActor
final class Timetable {
    var departures: [Departure] = Departure.samples
    var delayed: [Departure] = Departure.samples.filter { $0.isDelayed }
}
