import Combine
import SwiftUI

@MainActor
final class AppSession: ObservableObject {
    @Published var userName = "Ada"
    @Published var unread = 0
    @Published var position = 0
    @Published var isOnline = true

    func advance() {
        position += 1
    }

    func receive() {
        unread += 1
    }
}
