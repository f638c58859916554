import SwiftUI

/// A button for one action.
struct ActionButton: View {
    enum Tone {
        /// The one thing to do on a screen.
        case primary
        case quiet
        /// Ends or removes something.
        case destructive
    }

    private let words: Words
    private let symbol: Symbol?
    private let tone: Tone
    private let isBusy: Bool
    private let action: @MainActor () -> Void

    init(
        _ words: Words, _ symbol: Symbol? = nil, tone: Tone = .quiet, isBusy: Bool = false,
        action: @escaping @MainActor () -> Void
    ) {
        (self.words, self.symbol, self.tone, self.isBusy, self.action) = (words, symbol, tone, isBusy, action)
    }

    var body: some View {
        switch tone {
        case .primary: button(nil).buttonStyle(.borderedProminent)
        case .quiet: button(nil).buttonStyle(.bordered)
        case .destructive: button(.destructive).buttonStyle(.bordered)
        }
    }

    private func button(_ role: ButtonRole?) -> some View {
        Button(role: role, action: action) {
            HStack(spacing: Metrics.gap) {
                if isBusy { ProgressView { Phrase(words) }.accessibilityHidden(true) }
                if let symbol { Labelled(words, symbol) } else { Phrase(words) }
            }
            .frame(maxWidth: .infinity, minHeight: Metrics.target)
        }
        .disabled(isBusy)
    }
}

/// A drawing to press, whose words are heard only.
struct IconButton: View {
    private let words: Words
    private let symbol: Symbol
    private let action: @MainActor () -> Void

    init(_ words: Words, _ symbol: Symbol, action: @escaping @MainActor () -> Void) {
        (self.words, self.symbol, self.action) = (words, symbol, action)
    }

    var body: some View {
        Button(action: action) { Labelled(words, symbol).target() }
            .labelStyle(.iconOnly)
            // Otherwise the whole row of a list would press it.
            .buttonStyle(.borderless)
    }
}
