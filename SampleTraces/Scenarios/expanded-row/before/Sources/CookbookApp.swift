import SwiftUI

@main
struct CookbookApp: App {
    var body: some Scene {
        WindowGroup {
            RecipeListView()
        }
    }
}
