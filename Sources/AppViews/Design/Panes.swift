import SwiftUI

/// A list and its details: one after the other on a phone, side by side if there is room.
///
/// The detail beside the list is never empty: until the person chooses, it shows the entry that was first when the list came.
struct Panes<Place: Hashable, Sidebar: View, Detail: View>: View {
    /// The list's selection; nil if its links push.
    typealias Selection = Binding<Place?>?

    @Environment(\.horizontalSizeClass) private var width
    @State private var place: Place?
    private let first: Place?
    private let list: (Selection) -> Sidebar
    private let detail: (Place, _ leave: @escaping @MainActor () -> Void) -> Detail

    /// - Parameters:
    ///   - first: the first entry of the list; nil if it is empty.
    ///   - list: its rows are links to places.
    ///   - detail: the page of a place. It is over once it leaves.
    init(
        first: Place?, @ViewBuilder list: @escaping (Selection) -> Sidebar,
        @ViewBuilder detail: @escaping (Place, _ leave: @escaping @MainActor () -> Void) -> Detail
    ) {
        (self.first, self.list, self.detail) = (first, list, detail)
    }

    var body: some View {
        if width == .regular {
            NavigationSplitView {
                list($place)
            } detail: {
                NavigationStack {
                    // Another place is another screen.
                    if let shown = place ?? first { detail(shown) { place = nil }.id(shown) }
                }
            }
            .onChange(of: first, initial: true) { _, first in if place == nil { place = first } }
        } else {
            NavigationStack {
                list(nil)
                    .navigationDestination(for: Place.self) { place in Leaving { leave in detail(place, leave) } }
            }
        }
    }
}

/// A screen that can close itself.
private struct Leaving<Content: View>: View {
    @Environment(\.dismiss) private var dismiss
    private let content: (_ leave: @escaping @MainActor () -> Void) -> Content

    init(@ViewBuilder _ content: @escaping (_ leave: @escaping @MainActor () -> Void) -> Content) {
        self.content = content
    }

    var body: some View { content { dismiss() } }
}
