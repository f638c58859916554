import ECallLanguage
import SwiftUI

/// A confirmation before an irreversible action, with its consequences.
struct Question {
    let title: Words
    let text: Words
    let yes: Words
}

extension View {
    /// Asks while there is a question. Every button performs its own action, and only buttons dismiss the alert, so the order
    /// of dismissal and action does not matter.
    func asks(
        _ question: Question?, yes: @escaping @MainActor () -> Void, no: @escaping @MainActor () -> Void
    ) -> some View {
        modifier(Asking(question: question, yes: yes, no: no))
    }
}

private struct Asking: ViewModifier {
    @Environment(\.texts) private var texts
    let question: Question?
    let yes: @MainActor () -> Void
    let no: @MainActor () -> Void

    func body(content: Content) -> some View {
        let isAsked = question != nil
        content.alert(
            Text(verbatim: question.map { texts.string($0.title) } ?? ""),
            isPresented: Binding(get: { isAsked }, set: { _ in })
        ) {
            Button(role: .cancel, action: no) { Phrase(.commonCancel) }
            if let question {
                Button(role: .destructive, action: yes) { Phrase(question.yes) }
            }
        } message: {
            if let question { Phrase(question.text) }
        }
    }
}
