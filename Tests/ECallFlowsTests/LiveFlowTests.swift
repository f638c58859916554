import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

/// Every effect of every flow, over the services and against the real server in this process.
@Suite("Flows against the server", .timeLimit(.minutes(1)))
struct LiveFlowTests {
    private static let email = "ana@example.net"

    /// A device that is not signed in, the server, and Bo, who is someone else.
    private struct Parts {
        let server = ObservedServer()
        let client: APIClient
        let signIn: SignIn
        let storage: FileKeyStorage
        let time = ManualTime(skipping: .seconds(4))
        let bo: Person

        init(_ directory: URL) async throws {
            storage = try FileKeyStorage(directory: directory)
            let tokens = StoredTokens(storage: storage)
            client = APIClient(
                server: try ServerAddress("http://127.0.0.1"), tokens: tokens, transport: server, time: time)
            signIn = SignIn(
                client: client, tokens: tokens, storage: storage, keys: StoredDeviceKeys(storage: storage), time: time)
            bo = try await server.real.app.signIn("bo@example.net", name: "Bo")
        }

        var account: AccountService { AccountService(client: client) }
        var contacts: ContactsService { ContactsService(client: client) }

        /// Signs Ana in as its person would, with a name of her own.
        @MainActor func signedIn() async throws -> Account {
            try await server.real.letTimePass()
            let store = FlowStore(
                SignInFlow(), effects: SignInEffects(signIn: signIn, account: account, storage: storage, time: time))
            store.send(.typedIdentifier(LiveFlowTests.email))
            store.send(.askedForCode)
            await store.settled()
            #expect(store.state.step == .code(.email(LiveFlowTests.email)) && store.state.resendIn == 0)
            try await server.real.letTimePass()
            store.send(.askedForAnotherCode)
            await store.settled()
            let code = try await server.real.code(to: LiveFlowTests.email)
            store.send(.typedCode(code == "111111" ? "222222" : "111111"))
            await store.settled()
            guard case .signIn(let wrong) = store.state.problem else {
                Issue.record("a wrong code is one")
                throw CancellationError()
            }
            #expect(wrong.code == .otpMismatched)
            store.send(.typedCode(code))
            await store.settled()
            guard case .name(let unnamed) = store.state.step else {
                Issue.record("\(store.state)")
                throw CancellationError()
            }
            #expect(unnamed.displayName == "ana")
            store.send(.typedName("Ana"))
            store.send(.confirmedName)
            await store.settled()
            guard case .done(let account) = store.state.step else {
                Issue.record("\(store.state)")
                throw CancellationError()
            }
            #expect(account.displayName == "Ana")
            #expect(try Account.load(from: storage) == account)
            return account
        }
    }

    @MainActor
    private static func withParts(_ body: @MainActor (Parts) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-flows-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(try await Parts(directory))
    }

    /// 000-3, 001-29
    @Test("001: the sign-in asks for a code again, refuses a wrong one, accepts the right one, and asks for a name")
    @MainActor func signIn() async throws {
        try await Self.withParts { parts in
            let account = try await parts.signedIn()
            #expect(try await parts.account.profile().id == account.userId)
        }
    }

    /// 000-4, 000-10, 000-63, 000-67, 004-6, 004-7, 004-8, 004-13, 004-15, 004-16
    @Test("004: contacts are found, asked, accepted, made favorites, blocked and removed")
    @MainActor func people() async throws {
        try await Self.withParts { parts in
            let ana = try await parts.signedIn()
            let real = try await parts.server.real
            let adding = FlowStore(AddContactFlow(), effects: AddContactEffects(service: parts.contacts))
            adding.send(.typed("nobody@example.net"))
            adding.send(.lookedUp)
            await adding.settled()
            #expect(adding.state.problem == .nobody)
            try await real.app.call(.updatePrivacy, PrivacySettings(searchable: true), as: parts.bo).expectOK()
            adding.send(.typed("bo@example.net"))
            adding.send(.lookedUp)
            await adding.settled()
            adding.send(.asked)
            await adding.settled()
            guard case .asked(let asked) = adding.state.step else { throw Unexpected(what: "\(adding.state)") }
            #expect(asked.displayName == "Bo")

            let store = FlowStore(ContactsFlow(), effects: ContactsEffects(service: parts.contacts))
            store.send(.refreshed)
            await store.settled()
            #expect(store.state.lists.value?.sent.map(\.name) == ["Bo"])
            store.send(.chose(.takeBack, parts.bo.id))
            await store.settled()
            #expect(store.state.lists.value?.sent == [])

            // The own link, by which Bo asks; it is used up then.
            adding.send(.wantedLink)
            await adding.settled()
            guard case .made(let share) = adding.state.link else { throw Unexpected(what: "\(adding.state)") }
            let body = TokenBody(token: share.token)
            try await real.app.call(.sendFriendRequestByToken, body, as: parts.bo).expectOK()
            adding.send(.opened(share.link))
            await adding.settled()
            guard case .failed(let failure) = adding.state.problem else { throw Unexpected(what: "\(adding.state)") }
            #expect(failure.code == .tokenUsed)
            adding.send(.withdrewLink)
            await adding.settled()
            #expect(adding.state.link == .none)

            let steps: [(ContactsFlow.Change, (ContactsFlow.Lists) -> Bool)] = [
                (.accept, { $0.contacts.map(\.contactName) == ["Bo"] && $0.received.isEmpty }),
                (.setFavorite(true), { $0.contacts.first?.isFavorite == true }),
                (.block, { $0.blocked.map(\.contactName) == ["Bo"] }),
                (.unblock, { $0.blocked.isEmpty }), (.remove, { $0.contacts.isEmpty }),
            ]
            store.send(.refreshed)
            await store.settled()
            for (change, isDone) in steps {
                store.send(.chose(change, parts.bo.id))
                store.send(.confirmed)
                await store.settled()
                let lists = try #require(store.state.lists.value)
                #expect(isDone(lists) && store.state.problem == nil, "\(change): \(lists)")
            }
            // The same for declined ones; a request that is gone meanwhile fails with a sentence, and the lists are right.
            try await real.ask(await Self.person(ana, real), by: parts.bo)
            store.send(.refreshed)
            await store.settled()
            try await real.app.call(
                .cancelFriendRequest, FriendRequestTarget(targetUserId: ana.userId), as: parts.bo
            ).expectOK()
            store.send(.chose(.decline, parts.bo.id))
            await store.settled()
            #expect(store.state.problem != nil && store.state.lists.value?.received == [])
        }
    }

    /// 004-5, 004-9
    @Test("malformed, used, withdrawn and own links each have their own error")
    @MainActor func links() async throws {
        try await Self.withParts { parts in
            _ = try await parts.signedIn()
            let real = try await parts.server.real
            let adding = FlowStore(AddContactFlow(), effects: AddContactEffects(service: parts.contacts))
            adding.send(.wantedLink)
            await adding.settled()
            guard case .made(let share) = adding.state.link else { throw Unexpected(what: "\(adding.state)") }
            let used: TokenBody = try await real.app.call(.createShareToken, as: parts.bo).value()
            try await parts.contacts.add(used.token)
            let unknown = String(used.token.reversed())
            let rows: [(token: String, code: ErrorCode)] = [
                (unknown, .tokenNotFound), (used.token, .tokenUsed), (share.token, .selfResolve),
            ]
            var titles: Set<String> = []
            for (token, code) in rows {
                adding.send(.opened(share.link.replacing(share.token, with: token)))
                await adding.settled()
                guard let problem = adding.state.problem, case .failed(let failure) = problem else {
                    throw Unexpected(what: "\(code): \(adding.state)")
                }
                #expect(failure.code == code)
                titles.insert(Texts(.english).string(problem.title))
            }
            #expect(titles == ["Invalid link", "Link already used", "Your own link"])
        }
    }

    @Test("004-24, 004-25: several links of one person open at their own addresses, and end independently")
    @MainActor func severalLinks() async throws {
        try await Self.withParts { parts in
            _ = try await parts.signedIn()
            let real = try await parts.server.real
            var stores: [FlowStore<AddContactFlow>] = []
            var shares: [ContactsService.Share] = []
            for _ in 0..<3 {
                let store = FlowStore(AddContactFlow(), effects: AddContactEffects(service: parts.contacts))
                store.send(.wantedLink)
                await store.settled()
                guard case .made(let share) = store.state.link else { throw Unexpected(what: "\(store.state)") }
                #expect(share.link == "http://127.0.0.1/share/contact/\(share.token)" && share.token.count == 43)
                stores.append(store)
                shares.append(share)
            }
            #expect(Set(shares.map(\.token)).count == 3)
            stores[1].send(.withdrewLink)
            await stores[1].settled()
            for (share, isGood) in zip(shares, [true, false, true]) {
                let answer = try await real.app.call(
                    .resolveShareToken, TokenBody(token: share.token), as: parts.bo)
                #expect((answer.status == 200) == isGood)
            }
        }
    }

    @Test("004-35: the name from the server is shown, whatever name a link carries")
    @MainActor func nameOfTheServer() async throws {
        try await Self.withParts { parts in
            _ = try await parts.signedIn()
            let made: TokenBody = try await parts.server.real.app.call(.createShareToken, as: parts.bo).value()
            for link in ["http://127.0.0.1/share/contact/\(made.token)", "ecall://contact/\(made.token)"] {
                let adding = FlowStore(AddContactFlow(), effects: AddContactEffects(service: parts.contacts))
                adding.send(.opened(link + "?name=Mallory&displayName=Mallory#Mallory"))
                await adding.settled()
                guard case .found(let person) = adding.state.step else { throw Unexpected(what: "\(adding.state)") }
                #expect(person.displayName == "Bo")
            }
        }
    }

    private struct Unexpected: Error { let what: String }

    /// Another device of Ana's.
    private static func person(_ ana: Account, _ real: InProcessServer) async throws -> Person {
        try await real.app.signIn(Self.email, deviceName: "Ana's other one")
    }

    /// 000-5, 000-6, 000-8, 000-9, 001-34
    @Test("000: devices, profile, export and deletion work, and a failure is reported and changes nothing")
    @MainActor func account() async throws {
        try await Self.withParts { parts in
            let ana = try await parts.signedIn()
            let real = try await parts.server.real
            let other = try await Self.person(ana, real)
            let third = try await Self.person(ana, real)
            let devices = FlowStore(DevicesFlow(own: ana.deviceId), effects: DevicesEffects(service: parts.account))
            devices.send(.refreshed)
            await devices.settled()
            #expect(devices.state.devices.value?.count == 3 && devices.state.devices.value?.first?.id == ana.deviceId)
            devices.send(.askedToSignOut(other.device))
            devices.send(.confirmed)
            await devices.settled()
            #expect(devices.state.devices.value?.map(\.id) == [ana.deviceId, third.device])
            devices.send(.askedToSignOutOthers)
            devices.send(.confirmed)
            await devices.settled()
            #expect(devices.state.devices.value?.map(\.id) == [ana.deviceId] && !devices.state.hasOthers)

            let store = FlowStore(AccountFlow(), effects: AccountEffects(account: parts.account))
            store.send(.refreshed)
            await store.settled()
            #expect(store.state.profile.value?.loginMethods.map(\.value) == [Self.email])
            let isSearchable = try #require(store.state.profile.value).isSearchable
            for action in [
                AccountFlow.Action.typedName("Anna"), .savedName, .choseSearchable(!isSearchable), .askedForExport,
                .askedToDelete, .confirmedDeletion,
            ] {
                store.send(action)
                await store.settled()
            }
            #expect(store.state.profile.value?.user.displayName == "Anna")
            #expect(store.state.profile.value?.isSearchable == !isSearchable)
            #expect(store.state.end != nil && store.state.problem == nil)
            let export = try JSONDecoder().decode(AccountExport.self, from: try #require(store.state.export))
            #expect(export.account.displayName == "Anna" && export.devices.map(\.id) == [ana.deviceId])
            store.send(.kept)
            await store.settled()
            #expect(store.state.end == nil)

            parts.server.fail(.unreachable)
            for action in [AccountFlow.Action.typedName("Bea"), .savedName, .askedForExport] {
                store.send(action)
                await store.settled()
            }
            #expect(store.state.problem == .server(.offline(host: "127.0.0.1")))
            #expect(store.state.profile.value?.user.displayName == "Anna" && store.state.typedName == "Bea")
        }
    }

    /// 000-13
    @Test("000: the history loads in parts, and calls can be removed")
    @MainActor func history() async throws {
        try await Self.withParts { parts in
            let ana = try await parts.signedIn()
            let real = try await parts.server.real
            try await real.addCalls(120, of: ana.userId, with: parts.bo.id)
            let store = FlowStore(
                HistoryFlow(), effects: HistoryEffects(service: CallHistoryService(client: parts.client)))
            store.send(.refreshed)
            await store.settled()
            #expect(store.state.calls.value?.count == 50 && store.state.hasMore)
            while store.state.hasMore {
                store.send(.reachedEnd)
                await store.settled()
            }
            let calls = try #require(store.state.calls.value)
            #expect(Set(calls.map(\.id)).count == 120 && calls.map(\.startedAt) == calls.map(\.startedAt).sorted(by: >))
            #expect(calls.first?.participants.map(\.displayName) == ["Bo"])
            store.send(.askedToRemove(calls.prefix(2).map(\.id)))
            store.send(.confirmed)
            await store.settled()
            #expect(store.state.calls.value == Array(calls.dropFirst(2)) && store.state.problem == nil)
            store.send(.choseMissed(true))
            await store.settled()
            // One of the two was.
            #expect(store.state.calls.value?.count == 39)
            parts.server.fail(.unreachable)
            store.send(.refreshed)
            await store.settled()
            #expect(store.state.problem != nil && store.state.calls.value?.count == 39)
        }
    }
}
