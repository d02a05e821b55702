import SwiftUI

struct ReaderSettings: View {
    @State private var config = ReaderConfig(theme: "Paper", fontSize: 16, lineSpacing: 4, volume: 5, region: "EU")

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Form {
            ThemeSelector(theme: config.theme)
            FontSizeSlider(fontSize: config.fontSize)
            Stepper("Volume", value: $config.volume)
        }
    }
}
