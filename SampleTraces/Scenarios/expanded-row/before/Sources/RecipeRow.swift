import SwiftUI

struct RecipeRow: View {
    let recipe: Recipe
    let isExpanded: Bool
    let onToggle: () -> Void

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
            onToggle()
        }
    }
}
