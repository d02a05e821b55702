import Combine
import SwiftUI

@MainActor
final class WorkoutSession: ObservableObject {
  @Published var heartRate = 60
  @Published var distance = 0
  @Published var calories = 0
  @Published var activity = "Running"

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
