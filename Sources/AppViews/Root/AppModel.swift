import ECallCore
import ECallFlows
import ECallLanguage
import Foundation
import Observation
import SwiftUI

/// The state of the app from its start to its end: its server, its language and its lock.
@MainActor @Observable
final class AppModel {
    typealias MakeFlows = @MainActor (ServerChoice) throws(KeyStorageError) -> any AppFlows

    enum Place {
        case starting
        /// The phone's stored data cannot be read, as before it is unlocked for the first time.
        case unreadable(KeyStorageError)
        /// No server is known. The root keeps links that are opened meanwhile.
        case firstStart(FlowStore<RootFlow>, FlowStore<ServerFlow>)
        case open(ServerVisit)
    }

    /// The layer above everything else.
    enum Above: Equatable { case cover, call }

    private(set) var place = Place.starting
    /// Whether someone has signed in who hasn't seen the app's permissions yet.
    private(set) var welcomes = false
    let phone: any AppPhone
    let language: FlowStore<LanguageFlow>
    let lock: FlowStore<AppLockFlow>
    let permissions: FlowStore<PermissionsFlow>
    private let suggestedServer: ServerAddress?
    private let makeFlows: MakeFlows
    private let time: any TimeSource
    @ObservationIgnored private var waiting: OpenedText?

    /// - Parameter time: counts while the phone sleeps.
    init(
        phone: any AppPhone, suggestedServer: ServerAddress?, time: any TimeSource = ContinuousTime(),
        makeFlows: @escaping MakeFlows
    ) {
        (self.phone, self.suggestedServer, self.time, self.makeFlows) = (phone, suggestedServer, time, makeFlows)
        language = FlowStore(
            LanguageFlow(), effects: LanguageEffects(preferences: phone.preferences, system: phone.languages))
        lock = FlowStore(
            AppLockFlow(), effects: AppLockEffects(preferences: phone.preferences, owner: phone.owner))
        permissions = FlowStore(PermissionsFlow(), effects: PermissionsEffects(system: phone.permissions))
    }

    var above: Above? {
        let call = main?.call.state.phase ?? .idle
        return switch lock.state.shown {
        case .cover, .lock: .cover
        case .call: .call
        case .everything: call == .idle ? nil : .call
        }
    }

    /// Whether a call rings or is in progress: it isn't locked.
    var hasCall: Bool {
        guard let phase = main?.call.state.phase else { return false }
        return switch phase {
        case .incoming, .ending: true
        case .idle, .outgoing, .connecting, .active, .reconnecting, .ended: phase.isGoingOn
        }
    }

    var main: MainStores? {
        guard case .open(let visit) = place, case .main(let account) = visit.root.state.screen else { return nil }
        return visit.stores(for: account)
    }

    /// Missed calls and contact requests, for the app's icon; 0 while nobody is signed in.
    var badge: Int {
        guard case .open(let visit) = place, case .main = visit.root.state.screen else { return 0 }
        return visit.root.state.badges.total
    }

    // MARK: - Actions

    func start() {
        language.send(.refreshed)
        lock.send(.started)
        switch place {
        case .starting, .unreadable: load()
        case .firstStart: break
        case .open(let visit): visit.root.send(.started)
        }
    }

    private func load() {
        do throws(KeyStorageError) {
            guard let choice = try ServerChoice.load(from: phone.preferences) else { return begin() }
            try open(choice)
        } catch {
            place = .unreadable(error)
        }
    }

    private func begin() {
        let root = FlowStore(RootFlow(server: nil, opened: waiting), effects: NoServer())
        let suggestion = suggestedServer?.description ?? ""
        let server = FlowStore(
            ServerFlow(text: suggestion), effects: ServerEffects(preferences: phone.preferences))
        place = .firstStart(root, server)
    }

    func chose(_ choice: ServerChoice) {
        if case .open(let visit) = place, visit.choice == choice { return }
        if case .firstStart(let root, _) = place { waiting = root.state.waitingLink }
        do throws(KeyStorageError) { try open(choice) } catch { place = .unreadable(error) }
    }

    private func open(_ choice: ServerChoice) throws(KeyStorageError) {
        let visit = ServerVisit(
            choice, flows: try makeFlows(choice), opened: waiting, permissions: permissions)
        (place, waiting) = (.open(visit), nil)
        visit.root.send(.started)
    }

    /// The system opens a link.
    func opened(_ link: URL) {
        let text = OpenedText(link.absoluteString)
        switch place {
        case .starting, .unreadable: waiting = text
        case .firstStart(let root, _): root.send(.opened(text))
        case .open(let visit): visit.root.send(.opened(text))
        }
    }

    /// Announces words by VoiceOver at once, in the language of the person.
    func announce(_ words: Words) {
        phone.announce(Texts(language.state.language, locale: language.state.locale).string(words))
    }

    /// Reports the person's language, a tag (BCP 47), to the server, once it is known.
    func use(language tag: String) async {
        if case .open(let visit) = place { await visit.flows.use(language: tag) }
    }

    func welcome() { welcomes = true }
    func sawWelcome() { welcomes = false }

    func changed(to phase: ScenePhase) async {
        switch phase {
        case .background:
            lock.send(.wentToBackground(at: now))
            if case .open(let visit) = place { await visit.flows.suspend() }
        case .active:
            lock.send(.cameToForeground(at: now))
            start()
            permissions.send(.refreshed)
            guard case .open(let visit) = place else { return }
            await visit.flows.resume()
            main?.runningCall.send(.refreshed)
        case .inactive: break
        @unknown default: break
        }
    }

    private var now: Duration { .nanoseconds(Int64(clamping: time.nanoseconds())) }
}

/// Without a server there is nothing to do.
private struct NoServer: FlowEffects {
    typealias F = RootFlow

    func perform(_ effect: RootFlow.Effect) async -> RootFlow.Action? { nil }
}
