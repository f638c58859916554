import ECallLanguage
import SwiftUI

/// A person without a picture.
struct Face: View {
    @Environment(\.texts) private var texts
    @ScaledMetric(relativeTo: .largeTitle) private var size: CGFloat = 96
    let name: Words

    var body: some View {
        Text(verbatim: Initials.of(texts.string(name)))
            .font(.largeTitle)
            .minimumScaleFactor(0.3)
            .lineLimit(1)
            .padding(Metrics.gap)
            .frame(maxWidth: size, maxHeight: size)
            .background(.quaternary, in: Circle())
            .accessibilityHidden(true)
    }
}
