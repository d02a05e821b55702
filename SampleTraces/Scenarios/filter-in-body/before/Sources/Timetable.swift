import Observation
import SwiftUI

@Observable
@MainActor
final class Timetable {
    var departures: [Departure] = Departure.samples
}
