import SwiftUI

struct Sample: Identifiable {
    let id: Int
    var title: String
    var isPeak: Bool

    static let all: [Sample] = [
        Sample(id: 0, title: "0", isPeak: true),
        Sample(id: 1, title: "1", isPeak: false),
        Sample(id: 2, title: "2", isPeak: false),
        Sample(id: 3, title: "3", isPeak: true),
        Sample(id: 4, title: "4", isPeak: false),
        Sample(id: 5, title: "5", isPeak: false),
        Sample(id: 6, title: "6", isPeak: true),
        Sample(id: 7, title: "7", isPeak: false),
        Sample(id: 8, title: "8", isPeak: false),
        Sample(id: 9, title: "9", isPeak: true),
        Sample(id: 10, title: "10", isPeak: false),
        Sample(id: 11, title: "11", isPeak: false),
        Sample(id: 12, title: "12", isPeak: true),
        Sample(id: 13, title: "13", isPeak: false),
        Sample(id: 14, title: "14", isPeak: false),
        Sample(id: 15, title: "15", isPeak: true),
        Sample(id: 16, title: "16", isPeak: false),
        Sample(id: 17, title: "17", isPeak: false),
        Sample(id: 18, title: "18", isPeak: true),
        Sample(id: 19, title: "19", isPeak: false),
        Sample(id: 20, title: "20", isPeak: false),
        Sample(id: 21, title: "21", isPeak: true),
        Sample(id: 22, title: "22", isPeak: false),
        Sample(id: 23, title: "23", isPeak: false),
    ]
}
