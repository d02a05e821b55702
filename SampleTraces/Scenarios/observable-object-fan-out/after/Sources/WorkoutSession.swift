import Observation
import SwiftUI

@Observable
@MainActor
final class WorkoutSession {
  var heartRate = 60
  var distance = 0
  var calories = 0
  var activity = "Running"

  func beat(_ rate: Int) {
    heartRate = rate
  }

  func move() {
    distance += 5
  }

  func burn() {
    calories += 1
  }
}
