import SwiftUI

struct Recipe: Identifiable, Hashable {
    let id: Int
    var title: String
    var summary: String

    static let samples: [Recipe] = [
        Recipe(id: 0, title: "Ramen", summary: "Serves 2, ready in 20 minutes"),
        Recipe(id: 1, title: "Goulash", summary: "Serves 3, ready in 21 minutes"),
        Recipe(id: 2, title: "Paella", summary: "Serves 4, ready in 22 minutes"),
        Recipe(id: 3, title: "Shakshuka", summary: "Serves 5, ready in 23 minutes"),
        Recipe(id: 4, title: "Risotto", summary: "Serves 6, ready in 24 minutes"),
        Recipe(id: 5, title: "Pho", summary: "Serves 7, ready in 25 minutes"),
        Recipe(id: 6, title: "Tagine", summary: "Serves 8, ready in 26 minutes"),
        Recipe(id: 7, title: "Laksa", summary: "Serves 9, ready in 27 minutes"),
        Recipe(id: 8, title: "Ceviche", summary: "Serves 10, ready in 28 minutes"),
        Recipe(id: 9, title: "Biryani", summary: "Serves 11, ready in 29 minutes"),
    ]
}
