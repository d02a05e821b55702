import SwiftUI

struct LikeButton: View {
    @Binding var isLiked: Bool

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            if isLiked {
                Image(systemName: "heart.fill")
            }
            Button("Like") {
                isLiked.toggle()
            }
        }
    }
}
