import ECallLanguage
import SwiftUI

/// How far a device is trusted, in a word and a sentence.
struct TrustRow: View {
    let words: TrustWords

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: Metrics.gap) {
            Drawing(words.isHeld ? .problem : .verified)
            VStack(alignment: .leading, spacing: Metrics.small) {
                Phrase(words.word).font(.headline)
                Phrase(words.text).foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .combine)
    }
}

/// Digits in groups of five, to be read aloud or compared side by side.
struct Digits: View {
    @Environment(\.texts) private var texts
    let digits: String
    let label: Words

    var body: some View {
        Text(verbatim: groups.joined(separator: " "))
            .font(.system(.body, design: .monospaced))
            .environment(\.layoutDirection, .leftToRight)
            .accessibilityLabel(Text(verbatim: texts.string(label)))
            .accessibilityValue(Text(verbatim: groups.map(Self.spoken).joined(separator: ", ")))
    }

    private var groups: [String] {
        stride(from: 0, to: digits.count, by: 5).map { String(digits.dropFirst($0).prefix(5)) }
    }

    /// Each digit separately, not as thousands.
    private static func spoken(_ group: String) -> String { group.map(String.init).joined(separator: " ") }
}
