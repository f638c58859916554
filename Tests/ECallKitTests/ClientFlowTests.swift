import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCalls
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallKit
@testable import ECallServerTestSupport

/// Each flow as an app gets it: from a client, over the real server in this process.
@Suite("Flows of a client", .timeLimit(.minutes(1)))
@MainActor struct ClientFlowTests {
    private static let email = "ana@example.net"

    private struct Parts {
        let server = ObservedServer()
        let calls = Shelf<CallsDouble>()
        let time = ManualTime(skipping: .seconds(4))
        let client: ECallClient

        init(_ directory: URL) throws {
            let calls = calls
            client = try ECallClient(
                storage: ProfileStore(try ProfileDirectory(at: directory.appending(path: "p")), secret: nil).storage,
                server: nil, defaultServer: try ServerAddress("http://127.0.0.1"),
                device: .current(),
                environment: ClientEnvironment(
                    transport: server, dialer: server, time: time, serverTime: time
                ) { session in
                    let made = CallsDouble(session)
                    calls.put(made)
                    return made
                })
        }

        @MainActor func signedIn() async throws -> Account {
            let store = client.flows.signIn()
            store.send(.typedIdentifier(ClientFlowTests.email))
            store.send(.askedForCode)
            await store.settled()
            store.send(.typedCode(try await server.real.code(to: ClientFlowTests.email)))
            await store.settled()
            store.send(.typedName("Ana"))
            store.send(.confirmedName)
            await store.settled()
            guard case .done(let account) = store.state.step else { throw Unexpected(what: "\(store.state)") }
            return account
        }
    }

    private struct Unexpected: Error { let what: String }

    private static func withParts(_ body: (Parts) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-kit-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let parts = try Parts(directory)
        try await body(parts)
        await parts.client.close()
    }

    /// 000-26, 000-69, 001-33
    @Test("a client signs in: the server knows the device by its key, and by its description")
    func signIn() async throws {
        try await Self.withParts { parts in
            let account = try await parts.signedIn()
            #expect(account.displayName == "Ana")
            let devices = parts.client.flows.devices(of: account)
            devices.send(.refreshed)
            await devices.settled()
            let own = try #require(devices.state.devices.value?.first)
            let this = DeviceDescription.current()
            #expect(own.id == account.deviceId && own.deviceName == this.name && own.systemName == this.systemName)
            #expect(!own.systemVersion.isEmpty && own.updatedAt != nil)
            let keys: PublicKeysResponse = try await parts.client.api.send(
                .publicKeys, body: PublicKeysRequest(userIds: [account.userId]))
            let kept = try await StoredDeviceKeys(storage: parts.client.storage).publicKeyText()
            #expect(keys.publicKeys["\(account.userId)_\(account.deviceId)"] == kept)
        }
    }

    @Test("a client adds a contact, shows the own profile, and has an empty history")
    func people() async throws {
        try await Self.withParts { parts in
            let real = try await parts.server.real
            let bo = try await real.app.signIn("bo@example.net", name: "Bo")
            _ = try await parts.signedIn()
            let flows = parts.client.flows
            let adding = flows.addContact()
            adding.send(.wantedLink)
            await adding.settled()
            guard case .made(let share) = adding.state.link else { throw Unexpected(what: "\(adding.state)") }
            real.letTimePass()
            try await real.app.call(.sendFriendRequestByToken, TokenBody(token: share.token), as: bo).expectOK()
            let contacts = flows.contacts()
            contacts.send(.refreshed)
            await contacts.settled()
            contacts.send(.chose(.accept, bo.id))
            await contacts.settled()
            #expect(contacts.state.lists.value?.contacts.map(\.contactName) == ["Bo"])

            let account = flows.account()
            account.send(.refreshed)
            await account.settled()
            #expect(account.state.profile.value?.user.displayName == "Ana")
            let methods = flows.loginMethods()
            methods.send(.refreshed)
            await methods.settled()
            #expect(methods.state.methods.value?.map(\.isPrimary) == [true] && methods.state.issuers.isEmpty)
            let history = flows.history()
            history.send(.refreshed)
            await history.settled()
            #expect(history.state.calls.value == [])
        }
    }

    @Test("choosing people, one contact and a run of calls refresh when the server tells of a change")
    func contacts() async throws {
        try await Self.withParts { parts in
            let real = try await parts.server.real
            let bo = try await real.app.signIn("bo@example.net", name: "Bo")
            let cai = try await real.app.signIn("cai@example.net", name: "Cai")
            let account = try await parts.signedIn()
            let ana = try await real.app.signIn(Self.email, deviceName: "another")
            try await real.befriend(ana, bo)
            try await real.addCalls(2, of: ana.id, with: bo.id)
            _ = try await parts.client.goOnline()
            let flows = parts.client.flows
            let choosing = flows.selectContacts(for: .call)
            choosing.send(.refreshed)
            await choosing.settled()
            #expect(choosing.state.offered.map(\.contactName) == ["Bo"])
            let contact = flows.contact(bo.id)
            contact.send(.refreshed)
            await contact.settled()
            #expect(contact.state.contact?.contactName == "Bo" && contact.state.calls.count == 2)
            #expect(contact.state.devices.value != nil && contact.state.problem == nil)
            let calls = try await parts.client.history.calls().calls
            let run = try #require(HistoryDay.days(of: calls, now: parts.client.contacts.now).first?.runs.first)
            let detail = flows.historyDetail(of: run)
            detail.send(.refreshed)
            await detail.settled()
            #expect(detail.state.callable == [bo.id])
            // Bo removes the contact, of which no one is notified; then Cai asks.
            try await real.app.call(.deleteContact, id: account.userId.rawValue, as: bo).expectOK()
            try await real.ask(ana, by: cai)
            try await Self.wait { contact.state.presence == .gone && detail.state.relation(to: bo.id) == .stranger }
            try await Self.wait { choosing.state.offered.isEmpty }
        }
    }

    private final class System: ScanSystem, NotificationSystem {
        let sights = AsyncStream<ScanSight> { stream in
            stream.yield(.codes(["https://127.0.0.1/share/contact/" + String(repeating: "a", count: 43)]))
            stream.finish()
        }

        func permission() async -> ScanFlow.Permission { .granted }
        func askPermission() async -> ScanFlow.Permission { .granted }
        func startCamera() async -> Result<Bool, ScanFlow.CameraFailure> { .success(false) }
        func stopCamera() async {}
        func setTorch(_ isOn: Bool) async -> Bool { isOn }
        func openSettings() async {}
        func pickPicture() async -> ScanFlow.Picture { .none }
        func permission() async -> NotificationSettingsFlow.Permission { .denied }
        func askPermission() async -> NotificationSettingsFlow.Permission { .denied }
        func settings() async -> NotificationSettings? { nil }
        func save(_ settings: NotificationSettings) async -> Bool { true }
    }

    @Test("the camera and the notifications of the system reach their screens")
    func systems() async throws {
        try await Self.withParts { parts in
            let account = try await parts.signedIn()
            let settings = parts.client.flows.notificationSettings(over: System())
            settings.send(.shown)
            await settings.settled()
            #expect(settings.state.permissionText == .notificationsDenied && settings.state.canChange)
            let scanning = parts.client.flows.scan(as: account, over: System())
            // Pictures from before the camera is on do not count.
            try await pause()
            scanning.send(.shown)
            await scanning.settled()
            #expect(scanning.state.stage == .on(torch: nil) && scanning.state.problem == nil)
            scanning.send(.saw(["https://127.0.0.1/share/contact/" + String(repeating: "a", count: 43)]))
            #expect(scanning.state.stage == .found(.contactLink(token: String(repeating: "a", count: 43))))
        }
    }

    @Test("a network check needs a sign-in, and reports a server that is not reached")
    func networkCheck() async throws {
        try await Self.withParts { parts in
            let nobody = parts.client.flows.networkCheck()
            nobody.send(.started)
            await nobody.settled()
            #expect(nobody.state.stage == .failed(.signedOut))
            _ = try await parts.signedIn()
            parts.server.fail(.unreachable)
            let checking = parts.client.flows.networkCheck()
            checking.send(.started)
            await checking.settled()
            guard case .finished(let findings) = checking.state.stage else {
                throw Unexpected(what: "\(checking.state)")
            }
            #expect(findings == .init(carriesCalls: false, sentences: [.networkCheckNoServer]))
        }
    }

    @Test(
        "a running call is found by going online and resumed, also from the history, but not while signed out")
    func runningCall() async throws {
        try await Self.withParts { parts in
            let nobody = parts.client.flows.runningCall()
            nobody.send(.refreshed)
            await nobody.settled()
            #expect(nobody.state.call == nil && parts.calls.item == nil)

            _ = try await parts.signedIn()
            let running = parts.client.flows.runningCall { CallOptions(video: !$0) }
            running.send(.refreshed)
            await running.settled()
            #expect(running.state.call == nil && running.state.message == nil)
            running.send(.chose(7))
            await running.settled()
            #expect(running.state.work == nil && running.state.message == nil)
            running.send(.chose(8))
            await running.settled()
            #expect(running.state.message == .failed(.over))
            let record = CallRecord(
                id: 9, callType: .outgoing, callMediaType: .video, callCategory: .personal,
                startedAt: Timestamp(milliseconds: 0), answeredAt: nil, endedAt: nil, status: .active, janusRoomId: 1,
                duration: 0, participants: [])
            let days = HistoryDay.days(of: [record], now: Timestamp(milliseconds: 0))
            let past = parts.client.flows.historyDetail(of: try #require(days.first?.runs.first))
            past.send(.returned)
            await past.settled()
            #expect(!past.state.isReturning && past.state.problem == .call(.over))
            #expect(parts.calls.item?.steps == ["return 7", "return 8", "return 9 video"])
        }
    }

    /// 000-43, 000-46
    @Test("the screen of a call follows the device's calls from their creation")
    func call() async throws {
        try await Self.withParts { parts in
            let screen = parts.client.flows.call { CallOptions(video: $0) }
            screen.send(.called([OngoingCall.Person(id: 2, name: "Bo")], isVideo: true))
            try await Self.wait { if case .ended = screen.state.phase { true } else { false } }
            guard case .ended(let end) = screen.state.phase else { throw Unexpected(what: "\(screen.state)") }
            #expect(end.sentence == .callFailureSignedOut && parts.calls.item == nil)
            screen.send(.closed)

            _ = try await parts.signedIn()
            _ = try await parts.client.goOnline()
            let calls = try #require(parts.calls.item)
            calls.tell(
                .incoming(IncomingCall(id: 7, room: 5, caller: 2, callerDevice: 22, callerName: "Bo", isVideo: true)))
            try await Self.wait { screen.state.incoming != nil }
            screen.send(.answered(isVideo: false))
            try await Self.wait { calls.steps == ["answer 7"] && screen.state.phase.isInCall }
            calls.list([CallParticipant(user: 2, name: "Bo", status: .joined)])
            try await Self.wait { screen.state.title == "Bo".text && screen.state.people.count == 1 }
        }
    }

    @Test("a request by the host's link joins the call, and is refused once the link is over")
    func joinsByLink() async throws {
        try await Self.withParts { parts in
            let ana = try await parts.signedIn()
            let bo = try await parts.server.real.app.signIn("bo@example.net", name: "Bo")
            let link = CallLink(call: 7, maker: bo.id, secret: String(repeating: "a", count: 43))
            let joining = parts.client.flows.joinCall(link, for: ana.userId) { _, _ in
                Issue.record("nothing rings")
            }
            joining.send(.refreshed)
            await joining.settled()
            #expect(joining.state.maker == .stranger)
            try await Self.befriend(bo, parts)
            joining.send(.refreshed)
            await joining.settled()
            joining.send(.joined(isVideo: false))
            await joining.settled()
            #expect(joining.state.status == .failed(.linkOver) && !joining.state.canJoin)
            #expect(parts.calls.item?.steps == ["ask 7 of \(bo.id)"])
        }
    }

    private static func befriend(_ bo: Person, _ parts: Parts) async throws {
        let share = try await parts.client.contacts.share()
        let app = try await parts.server.real.app
        try await app.call(.sendFriendRequestByToken, TokenBody(token: share.token), as: bo).expectOK()
        _ = try await parts.client.contacts.accept("\(bo.id)")
    }

    /// 000-65, 004-20
    @Test("a contact request and its acceptance are shown without a refresh")
    func live() async throws {
        try await Self.withParts { parts in
            let real = try await parts.server.real
            let bo = try await real.app.signIn("bo@example.net", name: "Bo")
            let ana = try await parts.signedIn()
            _ = try await parts.client.goOnline()
            let (contacts, devices) = (parts.client.flows.contacts(), parts.client.flows.devices(of: ana))
            contacts.send(.refreshed)
            devices.send(.refreshed)
            try await Self.wait { contacts.state.lists.value != nil && devices.state.devices.value?.count == 1 }
            let share = try await parts.client.contacts.share()
            real.letTimePass()
            try await real.app.call(.sendFriendRequestByToken, TokenBody(token: share.token), as: bo).expectOK()
            try await Self.wait { contacts.state.lists.value?.received.map(\.name) == ["Bo"] }
            let target = FriendRequestTarget(targetUserId: ana.userId)
            try await real.app.call(.cancelFriendRequest, target, as: bo).expectOK()
            try await Self.wait { contacts.state.lists.value?.received == [] }
            let link: TokenBody = try await real.app.call(.createShareToken, as: bo).value()
            try await parts.client.contacts.add(link.token)
            try await Self.wait { contacts.state.lists.value?.sent.map(\.name) == ["Bo"] }
            try await real.app.call(.acceptFriendRequest, target, as: bo).expectOK()
            try await Self.wait { contacts.state.lists.value?.contacts.map(\.contactName) == ["Bo"] }
            _ = try await real.app.signIn(Self.email, deviceName: "another")
            try await Self.wait { devices.state.devices.value?.count == 2 }
        }
    }

    @Test("the app signs in, goes online by itself, badges requests, and shows an offline bar while offline")
    func root() async throws {
        try await Self.withParts { parts in
            let real = try await parts.server.real
            let bo = try await real.app.signIn("bo@example.net", name: "Bo")
            let ana = try await parts.signedIn()
            parts.server.fail(.unreachable)
            let choice = ServerChoice(parts.client.server)
            let root = parts.client.flows.root(server: choice)
            root.send(.started)
            try await Self.wait { root.state.screen == .main(ana) && root.state.bar == [.mainOffline] }
            parts.server.fail(nil)
            var polls = 0
            try await Self.wait {
                // The pauses between tries grow to half a minute, and each try has seconds to come about.
                if polls.isMultiple(of: 1000) { parts.time.advance(by: .seconds(31)) }
                polls += 1
                return root.state.connection == .online && root.state.bar.isEmpty
            }
            let share = try await parts.client.contacts.share()
            real.letTimePass()
            try await real.app.call(.sendFriendRequestByToken, TokenBody(token: share.token), as: bo).expectOK()
            try await Self.wait { root.state.badges.requests == 1 }
        }
    }

    private static func wait(_ isMeant: () -> Bool) async throws {
        while !isMeant() {
            try await pause()
        }
    }

    @Test("messages disappear by themselves, one after the other")
    func toasts() async throws {
        try await Self.withParts { parts in
            let time = ManualTime()
            let toasts = ToastStore<Text>(time: time)
            toasts.show(.runningTitle, .info)
            toasts.show(.runningLeave, .info)
            #expect(toasts.current?.words == .runningTitle)
            await time.someoneSleeps(for: .seconds(4))
            time.advance(by: .seconds(4))
            while toasts.current?.words != .runningLeave { try await pause() }
            await time.someoneSleeps(for: .seconds(4))
            time.advance(by: .seconds(4))
            while toasts.current != nil { try await pause() }
            let others = parts.client.flows.toasts()
            others.show(.runningTitle, .error)
            others.dismiss(try #require(others.current?.id))
            #expect(others.current == nil)
        }
    }
}
