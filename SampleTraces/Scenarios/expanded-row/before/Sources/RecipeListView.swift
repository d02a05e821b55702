import SwiftUI

struct RecipeListView: View {
    @State private var expandedRecipeID: Recipe.ID?

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        List(Recipe.samples) { recipe in
            RecipeRow(
                recipe: recipe,
                isExpanded: expandedRecipeID == recipe.id,
                onToggle: { expandedRecipeID = recipe.id }
            )
        }
        .navigationTitle("Recipes")
    }
}
