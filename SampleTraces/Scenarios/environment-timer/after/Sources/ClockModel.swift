import Observation
import SwiftUI

@Observable
@MainActor
final class ClockModel {
    var now = 0
}
