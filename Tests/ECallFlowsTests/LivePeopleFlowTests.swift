import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallContacts
import ECallCore
import ECallLanguage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallFlows
@testable import ECallServerTestSupport

/// Every effect of the flows about people and calls with them, over the services and against the real server in this process.
@Suite("Flows about people against the server", .timeLimit(.minutes(1)))
@MainActor struct LivePeopleFlowTests {
    /// Ana's device, and Bo and Cai, who are other people; Bo is a contact.
    private struct Parts {
        let server = ObservedServer()
        let client: APIClient
        let ana: Person
        let bo: Person
        let cai: Person

        init(_ directory: URL) async throws {
            let real = try await server.real
            ana = try await real.signIn(1, device: 11, name: "Ana", befriends: false)
            bo = try await real.signIn(2, device: 21, name: "Bo", befriends: false)
            cai = try await real.signIn(3, device: 31, name: "Cai", befriends: false)
            let tokens = StoredTokens(storage: try FileKeyStorage(directory: directory))
            try await tokens.store(
                SessionTokens(
                    access: ana.accessToken, refresh: ana.refreshToken, accessExpiry: .distantFuture,
                    refreshExpiry: .distantFuture))
            client = APIClient(
                server: try ServerAddress("http://127.0.0.1"), tokens: tokens, transport: server,
                time: ManualTime(skipping: .seconds(4)))
            try await real.befriend(ana, bo)
        }

        var contacts: ContactsService { ContactsService(client: client) }
        var history: CallHistoryService { CallHistoryService(client: client) }

        @MainActor func contact(_ person: Person) -> FlowStore<ContactFlow> {
            FlowStore(
                ContactFlow(person.id),
                effects: ContactEffects(
                    user: person.id, contacts: contacts, history: history,
                    trust: { () async throws(CallFailure) in throw .offline }))
        }
    }

    private struct Unexpected: Error { let what: String }

    private static func withParts(_ body: @MainActor (Parts) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-people-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(try await Parts(directory))
    }

    private static func send<F: Flow>(_ actions: [F.Action], to store: FlowStore<F>) async {
        for action in actions {
            store.send(action)
            await store.settled()
        }
    }

    @Test("contacts to choose come from the server, without those in the call")
    func chooses() async throws {
        try await Self.withParts { parts in
            try await parts.server.real.addFriends(["Dee", "Émile"], of: parts.ana.id)
            let store = FlowStore(
                SelectContactsFlow(.invite, present: [parts.bo.id]),
                effects: SelectContactsEffects(service: parts.contacts))
            await Self.send([.refreshed, .typedSearch("emi")], to: store)
            #expect(store.state.offered.map(\.contactName) == ["Émile"])
            let emile = try #require(store.state.offered.first).contactId
            await Self.send([.chose(emile), .chose(parts.bo.id), .confirmed], to: store)
            #expect(store.state.step == .confirmed([emile]))
            parts.server.fail(.unreachable)
            await Self.send([.failed(.busy), .refreshed], to: store)
            #expect(store.state.problem == .contacts(.server(.offline(host: "127.0.0.1"))))
        }
    }

    @Test(
        "004: a contact becomes a favorite, is blocked, unblocked, reported and removed; past calls load in pages")
    func contact() async throws {
        try await Self.withParts { parts in
            try await parts.server.real.addCalls(70, of: parts.ana.id, with: parts.bo.id)
            let store = parts.contact(parts.bo)
            await Self.send([.refreshed], to: store)
            #expect(store.state.contact?.contactName == "Bo" && store.state.calls.count == 50)
            #expect(store.state.devices == .failed(.offline))
            await Self.send([.reachedEnd], to: store)
            #expect(store.state.calls.count == 70 && !store.state.hasMoreCalls)
            await Self.send([.chose(.setFavorite(true))], to: store)
            #expect(store.state.contact?.isFavorite == true && store.state.problem == nil)
            await Self.send([.chose(.block), .confirmed], to: store)
            #expect(store.state.contact?.isBlocked == true && !store.state.canCall)
            await Self.send([.chose(.unblock)], to: store)
            #expect(store.state.contact?.isBlocked == false)
            await Self.send(
                [.startedReport, .report(.choseReason(.spam)), .report(.typedNote("Calls at night")), .report(.sent)],
                to: store)
            #expect(store.state.report?.isSent == true)
            #expect(parts.server.bodies.contains { $0.contains("Calls at night") })
            await Self.send([.leftReport, .chose(.remove), .confirmed], to: store)
            #expect(store.state.presence == .removed && store.state.problem == nil)
            #expect(try await parts.contacts.contacts() == [])
            // On another screen they are gone.
            let other = parts.contact(parts.bo)
            await Self.send([.refreshed], to: other)
            #expect(other.state.presence == .gone)
        }
    }

    @Test("004-11: all contacts, or one, are listed with id, name, favorite and last contact")
    func contactFields() async throws {
        try await Self.withParts { parts in
            try await parts.server.real.befriend(parts.ana, parts.cai)
            let one = parts.contact(parts.bo)
            await Self.send([.refreshed, .chose(.setFavorite(true)), .refreshed], to: one)
            let all = FlowStore(ContactsFlow(), effects: ContactsEffects(service: parts.contacts))
            await Self.send([.refreshed], to: all)
            let list = try #require(all.state.lists.value?.contacts)
            #expect(list.map(\.contactId) == [parts.bo.id, parts.cai.id])
            #expect(list.map(\.contactName) == ["Bo", "Cai"] && list.map(\.isFavorite) == [true, false])
            #expect(one.state.contact == list[0] && list.allSatisfy { $0.lastInteraction == nil })
        }
    }

    /// 004-12, 004-32
    @Test("000: a non-contact in a run of calls is asked, blocked and reported, and calls are removed")
    func historyDetail() async throws {
        try await Self.withParts { parts in
            try await parts.server.real.addCalls(3, of: parts.ana.id, with: parts.cai.id)
            let calls = try await parts.history.calls().calls
            let run = HistoryRun(calls, newest: try #require(calls.first))
            let store = FlowStore(
                HistoryDetailFlow(run),
                effects: HistoryDetailEffects(
                    history: parts.history, contacts: parts.contacts,
                    calls: { () async throws(CallFailure) in throw .offline }, options: { CallOptions(video: $0) }))
            await Self.send([.refreshed], to: store)
            #expect(store.state.relation(to: parts.cai.id) == .stranger && store.state.calls.count == 3)
            await Self.send([.asked(parts.cai.id)], to: store)
            #expect(store.state.relation(to: parts.cai.id) == .asked && store.state.problem == nil)
            #expect(parts.server.lines.contains { $0.hasSuffix("POST /friend-request") })
            #expect(!parts.server.lines.contains { $0.contains("share-token") })
            await Self.send([.askedToBlock(parts.cai.id), .confirmed], to: store)
            #expect(store.state.problem == nil)
            #expect(try await parts.contacts.blocked().map(\.contactName) == ["Cai"])
            #expect(store.state.relation(to: parts.cai.id) == .blocked)
            await Self.send([.unblocked(parts.cai.id)], to: store)
            #expect(try await parts.contacts.blocked() == [])
            await Self.send(
                [.startedReport(parts.cai.id), .report(.choseReason(.impersonation)), .report(.sent), .leftReport],
                to: store)
            #expect(store.state.report == nil)
            #expect(parts.server.lines.contains { $0.hasSuffix("POST /reports") })
            let newest = try #require(store.state.calls.first).id
            await Self.send([.askedToRemove([newest]), .confirmed], to: store)
            #expect(store.state.calls.map(\.id) == calls.dropFirst().map(\.id))
            // Removed elsewhere.
            _ = try await parts.history.remove([try #require(calls.last).id])
            await Self.send([.refreshed], to: store)
            #expect(store.state.calls.map(\.id) == [calls[1].id])
            parts.server.fail(.unreachable)
            await Self.send([.refreshed], to: store)
            #expect(store.state.problem != nil && store.state.calls.count == 1)
        }
    }

    @Test("the personal link is made, used, changed, renewed and turned off; a failure is reported and retried")
    func personalLink() async throws {
        try await Self.withParts { parts in
            let real = try await parts.server.real
            let store = FlowStore(AddContactFlow(), effects: AddContactEffects(service: parts.contacts))
            @MainActor func link() throws -> PersonalLink {
                guard case .on(let link)? = store.state.personalLink.link.value else {
                    throw Unexpected(what: "\(store.state.personalLink)")
                }
                return link
            }
            await Self.send([.personalLink(.opened)], to: store)
            #expect(store.state.personalLink.link.value == .off)
            let now = parts.contacts.now
            await Self.send([.personalLink(.chosePeople(5)), .personalLink(.saved(at: now))], to: store)
            #expect(try link().maxUses == 5 && store.state.personalLink.notice == .personalLinkIsOn)
            let token = try link().token
            real.letTimePass()
            try await real.app.call(.sendFriendRequestByToken, TokenBody(token: token), as: parts.cai).expectOK()
            await Self.send([.personalLink(.refreshed)], to: store)
            #expect(try link().usedCount == 1)
            let changes: [AddContactFlow.Action] = [
                .personalLink(.startedChange), .personalLink(.choseLifetime(86_400)), .personalLink(.saved(at: now)),
            ]
            await Self.send(changes, to: store)
            #expect(try link().token == token && store.state.personalLink.notice == .personalLinkIsChanged)
            #expect(try link().usedCount == 0)
            await Self.send([.personalLink(.askedToRenew), .personalLink(.confirmed)], to: store)
            #expect(try link().token != token && link().maxUses == 5)
            #expect(PersonalLinkLimits.closest(to: try link()).lifetime == 86_400)
            parts.server.fail(.unreachable)
            await Self.send([.personalLink(.askedToTurnOff), .personalLink(.confirmed)], to: store)
            #expect(store.state.personalLink.problem?.text == .personalLinkProblemOffline)
            parts.server.fail(nil)
            await Self.send([.personalLink(.retried)], to: store)
            #expect(store.state.personalLink.link.value == .off && store.state.personalLink.problem == nil)
        }
    }

    private final class Camera: ScanSystem {
        let sights: AsyncStream<ScanSight>
        let sees: AsyncStream<ScanSight>.Continuation
        let steps = Mutex<[String]>([])

        init() { (sights, sees) = AsyncStream.makeStream() }

        private func note(_ step: String) { steps.withLock { $0.append(step) } }
        func permission() async -> ScanFlow.Permission { .notAsked }
        func askPermission() async -> ScanFlow.Permission {
            note("ask")
            return .granted
        }
        func startCamera() async -> Result<Bool, ScanFlow.CameraFailure> {
            note("start")
            return .success(true)
        }
        func stopCamera() async { note("stop") }
        func setTorch(_ isOn: Bool) async -> Bool {
            note("torch")
            return false
        }
        func openSettings() async { note("settings") }
        func pickPicture() async -> ScanFlow.Picture {
            note("pick")
            return .codes([])
        }
    }

    /// 004-33
    @Test("a scanned link of the server leads to its owner")
    func scans() async throws {
        try await Self.withParts { parts in
            let camera = Camera()
            let store = FlowStore(
                ScanFlow(server: "127.0.0.1", own: parts.ana.identity),
                effects: ScanEffects(system: camera, contacts: parts.contacts))
            store.follow(camera.sights) { ScanFlow.Action($0) }
            await Self.send([.shown, .askedForPicture, .scannedAgain, .setTorch(true)], to: store)
            #expect(store.state.stage == .on(torch: false) && store.state.namesFailure == nil)
            let link: TokenBody = try await parts.server.real.app.call(.createShareToken, as: parts.cai).value()
            for _ in 0..<30 {
                camera.sees.yield(.codes(["http://127.0.0.1/share/contact/\(link.token)"]))
            }
            while store.state.stage != .found(.contactLink(token: link.token)) { try await pause() }
            await store.settled()
            #expect(camera.steps.withLock { $0 } == ["pick", "ask", "start", "torch", "stop"])
            let adding = FlowStore(AddContactFlow(), effects: AddContactEffects(service: parts.contacts))
            await Self.send([.opened(link.token)], to: adding)
            guard case .found(let person) = adding.state.step else { throw Unexpected(what: "\(adding.state)") }
            #expect(person.displayName == "Cai")
            camera.sees.yield(.lost)
        }
    }
}
