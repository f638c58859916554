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
        Text(verbatim: Self.initials(of: name))
            .font(.headline)
            .minimumScaleFactor(0.5)
            .lineLimit(1)
            .frame(width: size, height: size)
            .background(.quaternary, in: Circle())
            .accessibilityHidden(true)
    }

    /// The first letters of the first word and of the last.
    static func initials(of name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.first else { return "" }
        guard words.count > 1, let last = words.last?.first else { return first.uppercased() }
        return first.uppercased() + last.uppercased()
    }
}
