import ECallFlows
import ECallLanguage
import SwiftUI

extension View {
    /// Draws transient messages over this view (requirement 003-39), one after the other. Nothing below moves.
    func toasts(_ store: ToastStore<Words>, at place: Alignment = .bottom) -> some View {
        modifier(ShowingToasts(store: store, place: place))
    }
}

private struct ShowingToasts: ViewModifier {
    let store: ToastStore<Words>
    let place: Alignment

    func body(content: Content) -> some View {
        let isCovered = store.current?.isFocused == true
        content
            .opacity(isCovered ? 0.4 : 1)
            .allowsHitTesting(!isCovered)
            .accessibilityHidden(isCovered)
            .overlay(alignment: place) {
                ZStack {
                    if let toast = store.current { ToastView(toast: toast) { store.dismiss(toast.id) } }
                }
                .calm(store.current)
            }
    }
}

/// A short message, which disappears by itself or is dismissed.
struct ToastView: View {
    let toast: Toast<Words>
    let dismiss: @MainActor () -> Void

    var body: some View {
        HStack(spacing: Metrics.gap) {
            switch toast.kind {
            case .info: Drawing(.about).foregroundStyle(.secondary)
            case .success: Drawing(.success).foregroundStyle(.green)
            case .error: Drawing(.problem).foregroundStyle(.red)
            }
            Phrase(toast.words).font(.callout).multilineTextAlignment(.leading)
            Spacer(minLength: Metrics.gap)
            IconButton(.noticesDismiss, .decline, action: dismiss)
        }
        .padding(Metrics.gap)
        .frame(maxWidth: Metrics.column)
        .background(.regularMaterial, in: RoundedRectangle(cornerRadius: Metrics.radius))
        .padding(Metrics.gap)
    }
}
