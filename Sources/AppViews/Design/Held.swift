import ECallFlows
import SwiftUI

/// Creates a store when its screen appears, and retains it as long as the screen exists.
struct Held<F: Flow, Content: View>: View {
    @State private var store: FlowStore<F>?
    private let make: @MainActor () -> FlowStore<F>
    private let content: (FlowStore<F>) -> Content

    init(
        _ make: @escaping @MainActor () -> FlowStore<F>, @ViewBuilder content: @escaping (FlowStore<F>) -> Content
    ) {
        (self.make, self.content) = (make, content)
    }

    var body: some View {
        // An empty view would never receive `onAppear`, so there is some content from the start.
        ZStack {
            if let store { content(store) }
        }
        .onAppear { if store == nil { store = make() } }
    }
}
