import SwiftUI

struct SubmitAction: Hashable {
}
