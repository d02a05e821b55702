import SwiftUI

struct RecipeListView: View {
    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        List(Recipe.samples) { recipe in
            RecipeRow(recipe: recipe)
        }
        .navigationTitle("Recipes")
    }
}
