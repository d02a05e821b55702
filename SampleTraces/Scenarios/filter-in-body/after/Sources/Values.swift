import SwiftUI

struct Departure: Identifiable, Hashable {
    let id: Int
    var title: String
    var isDelayed: Bool

    static let samples: [Departure] = [
        Departure(id: 0, title: "Line 1", isDelayed: true),
        Departure(id: 1, title: "Line 2", isDelayed: false),
        Departure(id: 2, title: "Line 3", isDelayed: false),
        Departure(id: 3, title: "Line 4", isDelayed: false),
        Departure(id: 4, title: "Line 5", isDelayed: true),
        Departure(id: 5, title: "Line 6", isDelayed: false),
        Departure(id: 6, title: "Line 7", isDelayed: false),
        Departure(id: 7, title: "Line 8", isDelayed: false),
        Departure(id: 8, title: "Line 9", isDelayed: true),
        Departure(id: 9, title: "Line 10", isDelayed: false),
        Departure(id: 10, title: "Line 11", isDelayed: false),
        Departure(id: 11, title: "Line 12", isDelayed: false),
        Departure(id: 12, title: "Line 13", isDelayed: true),
        Departure(id: 13, title: "Line 14", isDelayed: false),
        Departure(id: 14, title: "Line 15", isDelayed: false),
        Departure(id: 15, title: "Line 16", isDelayed: false),
        Departure(id: 16, title: "Line 17", isDelayed: true),
        Departure(id: 17, title: "Line 18", isDelayed: false),
        Departure(id: 18, title: "Line 19", isDelayed: false),
        Departure(id: 19, title: "Line 20", isDelayed: false),
        Departure(id: 20, title: "Line 21", isDelayed: true),
        Departure(id: 21, title: "Line 22", isDelayed: false),
        Departure(id: 22, title: "Line 23", isDelayed: false),
        Departure(id: 23, title: "Line 24", isDelayed: false),
        Departure(id: 24, title: "Line 25", isDelayed: true),
        Departure(id: 25, title: "Line 26", isDelayed: false),
        Departure(id: 26, title: "Line 27", isDelayed: false),
        Departure(id: 27, title: "Line 28", isDelayed: false),
        Departure(id: 28, title: "Line 29", isDelayed: true),
        Departure(id: 29, title: "Line 30", isDelayed: false),
        Departure(id: 30, title: "Line 31", isDelayed: false),
        Departure(id: 31, title: "Line 32", isDelayed: false),
        Departure(id: 32, title: "Line 33", isDelayed: true),
        Departure(id: 33, title: "Line 34", isDelayed: false),
        Departure(id: 34, title: "Line 35", isDelayed: false),
        Departure(id: 35, title: "Line 36", isDelayed: false),
        Departure(id: 36, title: "Line 37", isDelayed: true),
        Departure(id: 37, title: "Line 38", isDelayed: false),
        Departure(id: 38, title: "Line 39", isDelayed: false),
        Departure(id: 39, title: "Line 40", isDelayed: false),
    ]
}
