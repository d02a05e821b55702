import SwiftUI

struct RecipeRow: View {
    @State private var isExpanded = false
    let recipe: Recipe

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack(alignment: .leading) {
            Text(recipe.title)
                .font(.headline)
            if isExpanded {
                Text(recipe.summary)
                    .foregroundStyle(.secondary)
            }
        }
        .onTapGesture {
            isExpanded.toggle()
        }
    }
}
