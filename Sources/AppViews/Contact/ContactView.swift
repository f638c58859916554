public import ECallAPI
import ECallContacts
public import ECallFlows
public import ECallLanguage
public import SwiftUI

/// One contact: calls to them, the trust in them, their devices, the calls with them, and changes to the contact.
public struct ContactView: View {
    private let store: FlowStore<ContactFlow>
    private let now: Now
    private let call: @MainActor (_ isVideo: Bool) -> Void
    private let compare: @MainActor (DeviceIdentity) -> Void
    private let tell: @MainActor (Words) -> Void
    private let leave: @MainActor () -> Void

    /// - Parameters:
    ///   - call: calls them, on the screen of the call.
    ///   - compare: shows the numbers of a device, and what else is known of it.
    ///   - tell: shows a transient confirmation.
    ///   - leave: the contact was removed here.
    public init(
        store: FlowStore<ContactFlow>, now: @escaping Now, call: @escaping @MainActor (_ isVideo: Bool) -> Void,
        compare: @escaping @MainActor (DeviceIdentity) -> Void,
        tell: @escaping @MainActor (Words) -> Void, leave: @escaping @MainActor () -> Void
    ) {
        (self.store, self.now, self.call) = (store, now, call)
        (self.compare, self.tell, self.leave) = (compare, tell, leave)
    }

    private var state: ContactFlow { store.state }

    public var body: some View {
        content
            .titled(.contactTitle)
            .toolbar { ToolbarItem(placement: .primaryAction) { ContactMenu(store: store) } }
            .calm(state.presence)
            .sensoryFeedback(trigger: state.problem) { _, problem in problem == nil ? nil : .error }
            .task { store.send(.refreshed) }
            .asks(question) {
                store.send(.confirmed)
            } no: {
                store.send(.thoughtBetter)
            }
            .reports(store, \.report, action: { .report($0) }, left: .leftReport, tell: tell)
            .onChange(of: state.presence, initial: true) { _, presence in if presence == .removed { leave() } }
    }

    @ViewBuilder private var content: some View {
        switch state.presence {
        case .loading, .removed: ProgressView { Phrase(.contactLoading) }
        case .gone: EmptyState(.contactMissingTitle, text: .contactMissingText, .contacts) { EmptyView() }
        case .failed(let failure):
            EmptyState(failure.text, .offline) {
                ActionButton(.commonTryAgain, .renew, tone: .primary) { store.send(.refreshed) }
            }
        case .there(let contact):
            WithMoments(now) { moments in
                List {
                    ContactHead(contact: contact, store: store, moments: moments, call: call)
                    if !contact.isBlocked {
                        ContactDevices(store: store, compare: compare)
                    }
                    ContactCalls(store: store, moments: moments)
                }
                .refreshable { await store.sendAndSettle(.refreshed) }
            }
        }
    }

    private var question: Question? {
        state.question.map { asked in
            Question(
                title: asked.title, text: asked.text,
                yes: asked.change == .remove ? .questionsRemoveYes : .questionsBlockYes)
        }
    }
}

/// The contact, with buttons to call them.
private struct ContactHead: View {
    let contact: Contact
    let store: FlowStore<ContactFlow>
    let moments: Moments
    let call: @MainActor (_ isVideo: Bool) -> Void

    private var state: ContactFlow { store.state }

    var body: some View {
        Section {
            VStack(spacing: Metrics.gap) {
                Avatar(name: contact.contactName, size: 96)
                HStack(spacing: Metrics.small) {
                    Phrase(.verbatim(contact.contactName)).font(.title2).accessibilityAddTraits(.isHeader)
                    if contact.isFavorite { Drawing(.favourite) }
                }
                if let lead { Phrase(lead).foregroundStyle(.secondary).multilineTextAlignment(.center) }
            }
            .frame(maxWidth: .infinity)
            if let doubt = state.nameDoubt { Notice(doubt, .problem) }
            if let problem = state.problem { Notice(problem.text, .problem) }
            if contact.isBlocked {
                ActionButton(.contactUnblock, tone: .primary, isBusy: state.work != nil) {
                    store.send(.chose(.unblock))
                }
            } else {
                CallPair(call: .contactCall, video: .contactVideo, place: call)
                    .disabled(!state.canCall)
            }
        }
    }

    /// If the history is empty, a sentence says so in its place.
    private var lead: Words? {
        if contact.isBlocked { return .contactBlocked }
        return contact.lastInteraction.map { .contactsLastCall(moment: moments.words($0)) }
    }
}

/// A call and a video call, side by side if there is room.
struct CallPair: View {
    let call: Words
    let video: Words
    let place: @MainActor (_ isVideo: Bool) -> Void

    var body: some View {
        ViewThatFits {
            HStack(spacing: Metrics.gap) { buttons }
            VStack(spacing: Metrics.gap) { buttons }
        }
    }

    @ViewBuilder private var buttons: some View {
        ActionButton(call, .call, tone: .primary) { place(false) }
        ActionButton(video, .video) { place(true) }
    }
}

private struct ContactMenu: View {
    let store: FlowStore<ContactFlow>

    private var state: ContactFlow { store.state }

    var body: some View {
        if let contact = state.contact {
            Menu {
                choice(
                    .setFavorite(!contact.isFavorite), contact.isFavorite ? .contactUnfavour : .contactFavour,
                    contact.isFavorite ? .notFavourite : .favourite)
                Button {
                    store.send(.startedReport)
                } label: {
                    Labelled(.contactReport, .report)
                }
                .disabled(state.report != nil)
                if !contact.isBlocked { choice(.block, .contactBlock, .block, role: .destructive) }
                choice(.remove, .contactRemove, .remove, role: .destructive)
            } label: {
                Labelled(.contactMore, .more).target()
            }
            .labelStyle(.iconOnly)
        }
    }

    private func choice(
        _ change: ContactFlow.Change, _ words: Words, _ symbol: Symbol, role: ButtonRole? = nil
    ) -> some View {
        Button(role: role) {
            store.send(.chose(change))
        } label: {
            Labelled(words, symbol)
        }
        .disabled(!state.canChoose(change))
    }
}
