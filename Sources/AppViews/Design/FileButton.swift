import SwiftUI

/// Does something with a file, which the system asks the person about meanwhile.
struct FileButton: View {
    @State private var isAsking = false
    private let words: Words
    private let tone: ActionButton.Tone
    private let ask: @MainActor @Sendable () async -> Void

    init(_ words: Words, tone: ActionButton.Tone = .quiet, ask: @escaping @MainActor @Sendable () async -> Void) {
        (self.words, self.tone, self.ask) = (words, tone, ask)
    }

    var body: some View {
        ActionButton(words, .file, tone: tone, isBusy: isAsking) { isAsking = true }
            .task(id: isAsking) {
                guard isAsking else { return }
                await ask()
                isAsking = false
            }
    }
}
