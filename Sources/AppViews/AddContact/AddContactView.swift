public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Adding someone: by typed text, an opened link, or a code; and the own link, for others to do the same.
public struct AddContactView<PersonalLink: View>: View {
    enum Way: CaseIterable { case find, link }

    @State private var way = Way.find
    @State private var isPersonalLinkOpen = false
    private let store: FlowStore<AddContactFlow>
    private let ways: LinkSharing
    private let scan: @MainActor () -> Void
    private let leave: (@MainActor () -> Void)?
    private let personalLink: () -> PersonalLink

    /// - Parameters:
    ///   - scan: shows the camera; what it reads is sent to the flow as `opened`.
    ///   - leave: closes it if it is a sheet; nil if it has a place of its own.
    ///   - personalLink: the page of the own link for several people.
    public init(
        store: FlowStore<AddContactFlow>, ways: LinkSharing, scan: @escaping @MainActor () -> Void,
        leave: (@MainActor () -> Void)?, @ViewBuilder personalLink: @escaping () -> PersonalLink
    ) {
        (self.store, self.ways, self.scan) = (store, ways, scan)
        (self.leave, self.personalLink) = (leave, personalLink)
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
                    case .link: MyCodeView(store: store, ways: ways) { isPersonalLinkOpen = true }
                    }
                }
                .padding(Metrics.space)
                .frame(maxWidth: Metrics.column)
            }
            .titled(.addTitle)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    if let leave { IconButton(.callClose, .decline, action: leave) }
                }
            }
            .navigationDestination(isPresented: $isPersonalLinkOpen) { personalLink() }
        }
        .calm(store.state.step)
    }
}
