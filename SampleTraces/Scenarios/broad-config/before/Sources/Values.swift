import SwiftUI

struct ReaderConfig: Hashable {
    var theme: String
    var fontSize: Int
    var lineSpacing: Int
    var volume: Int
    var region: String
}
