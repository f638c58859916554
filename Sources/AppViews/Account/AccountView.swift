import ECallAPI
import ECallAccount
public import ECallFlows
import ECallLanguage
public import Foundation
public import SwiftUI

/// The own profile: name, who can find it, the stored data, and deletion.
public struct AccountView: View {
    /// Lets the person choose where to save a file.
    public typealias Save = @MainActor @Sendable (Data) async -> Void

    private let store: FlowStore<AccountFlow>
    private let save: Save
    private let now: Now

    public init(store: FlowStore<AccountFlow>, now: @escaping Now, save: @escaping Save) {
        (self.store, self.now, self.save) = (store, now, save)
    }

    public var body: some View {
        LoadableContent(store.state.profile, loading: .contactLoading) {
            store.send(.refreshed)
        } content: { profile in
            Form {
                if let problem = store.state.problem { Notice(problem.text, .problem) }
                if let end = store.state.end { deletion(end) }
                ProfileSections(store: store, profile: profile)
                if store.state.end == nil { leaving }
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
        }
        .titled(.accountTitle)
        .task { store.send(.refreshed) }
        .task(id: store.state.export) {
            guard let file = store.state.export else { return }
            await save(file)
            store.send(.tookExport)
        }
        .asks(question) {
            store.send(.confirmedDeletion)
        } no: {
            store.send(.thoughtBetter)
        }
    }

    private func deletion(_ end: Timestamp) -> some View {
        WithMoments(now) { moments in
            Banner(.deletionNotice(date: moments.date(end)), .problem) {
                ActionButton(.deletionKeep, tone: .primary, isBusy: store.state.work == .keeping) { store.send(.kept) }
            }
        }
    }

    private var leaving: some View {
        Section {
            ActionButton(.accountDeleteDo, .remove, tone: .destructive, isBusy: store.state.work != nil) {
                store.send(.askedToDelete)
            }
        }
    }

    private var question: Question? {
        guard store.state.asksToDelete else { return nil }
        return Question(title: .accountDeleteQuestion, text: .accountDeleteLost, yes: .accountDeleteDo)
    }
}

private struct ProfileSections: View {
    let store: FlowStore<AccountFlow>
    let profile: AccountFlow.Profile

    private var work: AccountFlow.Work? { store.state.work }

    var body: some View {
        Section {
            Field(
                .nameLabel, text: store.binding({ $0.typedName ?? name }) { .typedName($0) }, .name
            ) {
                store.send(.savedName)
            }
            .disabled(work != nil)
            if store.state.typedName != nil {
                ActionButton(isSaving ? .nameSaving : .settingsSave, tone: .primary, isBusy: work != nil) {
                    store.send(.savedName)
                }
            }
            fact(.profileEmail, profile.user.email, none: .profileNoEmail)
            fact(.profilePhone, profile.user.phoneNumber, none: .profileNoPhone)
        } footer: {
            Phrase(.nameHint)
        }
        Section {
            Toggle(isOn: store.binding({ $0.profile.value?.isSearchable ?? false }) { .choseSearchable($0) }) {
                Phrase(.settingsSearchTitle)
            }
            .disabled(work != nil)
        } footer: {
            Phrase(profile.isSearchable ? .privacyFound : .privacyHidden)
        }
        Section {
            ActionButton(
                work == .export ? .accountExportBusy : .accountExportDo, .save, isBusy: work == .export
            ) {
                store.send(.askedForExport)
            }
            .disabled(work != nil)
        } header: {
            Phrase(.accountExportTitle)
        } footer: {
            Phrase(.accountExportText)
        }
    }

    private var name: String { profile.user.displayName }
    private var isSaving: Bool { if case .name = work { true } else { false } }

    private func fact(_ title: Words, _ value: String, none: Words) -> some View {
        Row(title, note: value.isEmpty ? none : .verbatim(value)) {
            EmptyView()
        } accessory: {
            EmptyView()
        }
    }
}
