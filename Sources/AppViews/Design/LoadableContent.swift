import ECallFlows
import ECallLanguage
import SwiftUI

/// Content that is fetched when a screen opens, with its placeholder and its failure.
struct LoadableContent<Value: Sendable & Equatable, Failure: ExplainedError & Equatable, Content: View>: View {
    private let loadable: Loadable<Value, Failure>
    private let loading: Words
    private let retry: @MainActor () -> Void
    private let content: (Value) -> Content

    init(
        _ loadable: Loadable<Value, Failure>, loading: Words, retry: @escaping @MainActor () -> Void,
        @ViewBuilder content: @escaping (Value) -> Content
    ) {
        (self.loadable, self.loading, self.retry, self.content) = (loadable, loading, retry, content)
    }

    var body: some View {
        switch loadable {
        case .loading: ProgressView { Phrase(loading) }
        case .loaded(let value): content(value)
        case .failed(let failure):
            EmptyState(failure.text, .offline) {
                ActionButton(.commonTryAgain, tone: .primary, action: retry)
            }
        }
    }
}
