import ECallLanguage
import SwiftUI

/// The initials of a person's name. VoiceOver reads the name beside it.
struct Avatar: View {
    @ScaledMetric private var size: CGFloat
    private let name: String

    init(name: String, size: CGFloat = 40) {
        self.name = name
        _size = ScaledMetric(wrappedValue: size, relativeTo: .body)
    }

    var body: some View {
        Text(verbatim: Initials.of(name))
            .font(.headline)
            .minimumScaleFactor(0.5)
            .lineLimit(1)
            .frame(width: size, height: size)
            .background(.quaternary, in: Circle())
            .accessibilityHidden(true)
    }
}
