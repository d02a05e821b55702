import SwiftUI

struct FontSizeSlider: View {
    let fontSize: Int

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Text("Size")
            Spacer()
            Text("\(fontSize)")
        }
    }
}
