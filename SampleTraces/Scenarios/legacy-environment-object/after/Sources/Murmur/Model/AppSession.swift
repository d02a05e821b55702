import Observation
import SwiftUI

@Observable
@MainActor
final class AppSession {
    var userName = "Ada"
    var unread = 0
    var position = 0
    var isOnline = true

    func advance() {
        position += 1
    }

    func receive() {
        unread += 1
    }
}
