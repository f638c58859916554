import ECallLanguage
import SwiftUI

/// A sentence about an event, at the place where it happened.
struct Notice: View {
    enum Kind { case problem, success }

    private let words: Words
    private let kind: Kind

    init(_ words: Words, _ kind: Kind) { (self.words, self.kind) = (words, kind) }

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: Metrics.gap) {
            switch kind {
            case .problem: Drawing(.problem).foregroundStyle(.red)
            case .success: Drawing(.success).foregroundStyle(.green)
            }
            Phrase(words).multilineTextAlignment(.leading)
        }
        .font(.callout)
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .combine)
    }
}

/// A failure at the place where it happened: its title, and the remedy.
struct ProblemNotice: View {
    private let title: Words
    private let text: Words

    init(_ title: Words, _ text: Words) { (self.title, self.text) = (title, text) }

    var body: some View {
        Phrase(title).font(.headline).accessibilityAddTraits(.isHeader)
        Notice(text, .problem)
    }
}

/// A banner above everything else until it is over.
struct Banner<Actions: View>: View {
    private let words: Words
    private let symbol: Symbol
    private let actions: Actions

    init(_ words: Words, _ symbol: Symbol, @ViewBuilder actions: () -> Actions) {
        (self.words, self.symbol, self.actions) = (words, symbol, actions())
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            Labelled(words, symbol)
            ButtonGroup { actions }
        }
        .padding(Metrics.space)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(.regularMaterial, in: RoundedRectangle(cornerRadius: Metrics.radius))
    }
}

/// A screen with nothing on it: one sentence, and what to do about it.
struct EmptyState<Actions: View>: View {
    private let title: Words
    private let text: Words?
    private let symbol: Symbol
    private let actions: Actions

    init(_ title: Words, text: Words? = nil, _ symbol: Symbol, @ViewBuilder actions: () -> Actions) {
        (self.title, self.text, self.symbol, self.actions) = (title, text, symbol, actions())
    }

    var body: some View {
        ContentUnavailableView {
            Labelled(title, symbol)
        } description: {
            if let text { Phrase(text) }
        } actions: {
            actions
        }
    }
}

/// A failure, until it was read.
struct ProblemBanner: View {
    private let words: Words
    private let read: @MainActor () -> Void

    init(_ words: Words, read: @escaping @MainActor () -> Void) { (self.words, self.read) = (words, read) }

    var body: some View { Banner(words, .problem) { ActionButton(.callClose, action: read) } }
}
