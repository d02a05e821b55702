import SwiftUI

struct FontSizeSlider: View {
    let config: ReaderConfig

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Text("Size")
            Spacer()
            Text("\(config.fontSize)")
        }
    }
}
