import Observation
import SwiftUI

@Observable
@MainActor
final class LeagueStore {
    var users: [User] = User.samples
    var currentID = 0
    var rounds = 0
    var currentUser: User? = users.first { $0.id == currentID }

    func score(_ id: Int) {
        rounds += 1
        if let index = users.firstIndex(where: { $0.id == id }) {
            users[index].score = rounds
        }
        if currentUser != users.first { $0.id == currentID } {
            currentUser = users.first { $0.id == currentID }
        }
    }
}
