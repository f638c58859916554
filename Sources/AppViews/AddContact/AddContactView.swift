public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Adding somebody: by what is typed, a link that was opened, or a code; and the own link, for others to do the same.
public struct AddContactView: View {
    enum Way: CaseIterable { case find, link }

    @Environment(\.dismiss) private var dismiss
    @State private var way = Way.find
    private let store: FlowStore<AddContactFlow>
    private let scan: @MainActor () -> Void

    /// - Parameter scan: shows the camera; what it reads is sent to the flow as `opened`.
    public init(store: FlowStore<AddContactFlow>, scan: @escaping @MainActor () -> Void) {
        (self.store, self.scan) = (store, scan)
    }

    public var body: some View {
        NavigationStack {
            ScrollView {
                VStack(alignment: .leading, spacing: Metrics.wide) {
                    Picker(selection: $way) {
                        Phrase(.addTabFind).tag(Way.find)
                        Phrase(.addTabCode).tag(Way.link)
                    } label: {
                        Phrase(.addTabs)
                    }
                    .pickerStyle(.segmented)
                    switch way {
                    case .find: FindContact(store: store, scan: scan)
                    case .link: OwnLink(store: store)
                    }
                }
                .padding(Metrics.space)
                .frame(maxWidth: Metrics.column)
            }
            .titled(.addTitle)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { IconButton(.callClose, .decline) { dismiss() } }
            }
        }
        .calm(store.state.step)
        .onOpenURL { link in
            way = .find
            store.send(.opened(link.absoluteString))
        }
    }
}
