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

/// The effects of the whole app, against the real server in this process.
@Suite("The flow of the whole app against the server", .timeLimit(.minutes(1)))
@MainActor struct LiveRootFlowTests {
    private struct Parts {
        let server = ObservedServer()
        let choice = ServerChoice.of("http://127.0.0.1")
        let storage: FileKeyStorage
        let client: APIClient
        let signIn: SignIn

        init(_ directory: URL) throws {
            storage = try FileKeyStorage(directory: directory)
            let tokens = StoredTokens(storage: storage)
            client = APIClient(
                server: choice.address, tokens: tokens, transport: server,
                time: ManualTime(skipping: .seconds(4)))
            signIn = SignIn(
                client: client, tokens: tokens, storage: storage, keys: StoredDeviceKeys(storage: storage))
        }

        func signedIn() async throws -> Account {
            try await signIn.requestCode(.email("ana@example.net"), name: "Ana")
            return try await signIn.verify(try await server.real.code(to: "ana@example.net"))
        }

        /// As after each start of the app.
        @MainActor func root() async -> FlowStore<RootFlow> {
            let store = FlowStore(
                RootFlow(server: choice),
                effects: RootEffects(
                    signIn: signIn, contacts: ContactsService(client: client),
                    history: CallHistoryService(client: client), storage: storage, goOnline: { nil }))
            store.send(.started)
            await store.settled()
            return store
        }
    }

    private static func withParts(_ body: @MainActor (Parts) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-root-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(try Parts(directory))
    }

    /// 000-28
    @Test("the screen is the sign-in, the account, or a sign-out by the server, whose keys go on request")
    func screens() async throws {
        try await Self.withParts { parts in
            #expect(await parts.root().state.screen == .signIn)
            let ana = try await parts.signedIn()
            let main = await parts.root()
            #expect(main.state.screen == .main(ana) && main.state.connection == .online)
            main.send(.connected(.signedOut(nil)))
            await main.settled()
            #expect(main.state.screen == .signIn && main.state.problem == nil)
            let again = await parts.root()
            #expect(again.state.screen == .signIn && again.state.kept == ana)
            again.send(.askedToForget)
            again.send(.confirmed)
            await again.settled()
            #expect(again.state.kept == nil && again.state.notice == .signInForgotten)
            #expect(try parts.storage.read(.deviceKey) == nil)
        }
    }

    @Test("a skipped name is not asked for at the next start, except for another account")
    func skippedName() async throws {
        try await Self.withParts { parts in
            try await parts.signIn.requestCode(.email("ana@example.net"))
            let ana = try await parts.signIn.verify(try await parts.server.real.code(to: "ana@example.net"))
            let first = await parts.root()
            #expect(first.state.screen == .name(ana))
            first.send(.signedIn(ana))
            await first.settled()
            #expect(await parts.root().state.screen == .main(ana))
            try parts.storage.store(UserID(99), as: .skippedName)
            #expect(await parts.root().state.screen == .name(ana))
        }
    }

    @Test("004-22: the badge counts the listed requests, also after one was answered")
    func requests() async throws {
        try await Self.withParts { parts in
            _ = try await parts.signedIn()
            let real = try await parts.server.real
            let ana = try await real.app.signIn("ana@example.net", deviceName: "other")
            for name in ["bo", "cai"] {
                try await real.ask(ana, by: try await real.app.signIn("\(name)@example.net", name: name))
            }
            let main = await parts.root()
            let contacts = ContactsService(client: parts.client)
            let list = FlowStore(ContactsFlow(), effects: ContactsEffects(service: contacts))
            list.send(.refreshed)
            await list.settled()
            let received = try #require(list.state.lists.value?.received)
            #expect(received.count == 2 && main.state.badges.requests == 2)
            list.send(.chose(.accept, received[0].user))
            await list.settled()
            main.send(.badgesChanged)
            await main.settled()
            #expect(list.state.lists.value?.received.count == 1 && main.state.badges.requests == 1)
        }
    }

    @Test("requests and missed calls are counted, and seen ones stay seen after a start")
    func badges() async throws {
        try await Self.withParts { parts in
            let ana = try await parts.signedIn()
            let real = try await parts.server.real
            let bo = try await real.app.signIn("bo@example.net", name: "Bo")
            let main = await parts.root()
            #expect(main.state.badges.missedCalls == 0 && main.state.badges.requests == 0)
            let first = try #require(try parts.storage.value(.seenCalls, as: Timestamp.self))
            try await real.addCalls(9, of: ana.userId, with: bo.id)
            try await real.ask(try await real.app.signIn("ana@example.net", deviceName: "other"), by: bo)
            main.send(.badgesChanged)
            await main.settled()
            #expect(main.state.badges.missedCalls == 3 && main.state.badges.requests == 1)
            main.send(.sawCalls)
            await main.settled()
            #expect(main.state.badges.missedCalls == 0)
            #expect(try #require(try parts.storage.value(.seenCalls, as: Timestamp.self)) > first)
            let next = await parts.root()
            #expect(next.state.badges.missedCalls == 0 && next.state.badges.requests == 1)
            parts.server.fail(.unreachable)
            next.send(.badgesChanged)
            await next.settled()
            #expect(next.state.badges.requests == 1)
        }
    }
}
