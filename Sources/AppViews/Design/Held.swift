import ECallFlows
import SwiftUI

/// Makes a store once its screen is there, and holds it as long as that is.
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
