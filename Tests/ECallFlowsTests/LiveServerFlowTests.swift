import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCore
import ECallFlows
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

/// The effects of choosing a server, against the real server in this process.
@Suite("The flow of the server against the server", .timeLimit(.minutes(1)))
@MainActor struct LiveServerFlowTests {
    private static func withDirectory(_ body: @MainActor (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-server-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    @Test("the first start asks a server for its offer and stores it, unless it does not answer")
    func firstStart() async throws {
        try await Self.withDirectory { directory in
            let server = ObservedServer()
            let preferences = try FileKeyStorage(directory: directory)
            let store = FlowStore(
                ServerFlow(), effects: ServerEffects(preferences: preferences, transport: { _ in server }))
            server.fail(.unreachable)
            store.send(.typed("http://127.0.0.1/"))
            store.send(.continued)
            await store.settled()
            #expect(store.state.problem == .server(.offline(host: "127.0.0.1")))
            #expect(try ServerChoice.load(from: preferences) == nil && server.lines.count == 1)
            server.fail(nil)
            store.send(.continued)
            await store.settled()
            guard case .done(let choice, let config) = store.state.step else {
                Issue.record("\(store.state)")
                return
            }
            #expect(config.offers(.email) && choice.address.description == "http://127.0.0.1")
            #expect(try ServerChoice.load(from: preferences) == choice)
        }
    }

    @Test("a foreign server at the address is told apart from one that does not answer")
    func notECall() async throws {
        try await Self.withDirectory { directory in
            let server = ObservedServer()
            let effects = ServerEffects(
                preferences: try FileKeyStorage(directory: directory), transport: { _ in server })
            let elsewhere = ServerChoice(try ServerAddress("http://127.0.0.1/elsewhere"))
            guard case .checked(elsewhere, .failure(.server(_, 404, _))) = await effects.perform(.check(elsewhere))
            else {
                Issue.record("a path that the server does not have")
                return
            }
        }
    }

    @Test("another server signs out of the first one and deletes its tokens and keys, and the choice stays")
    func change() async throws {
        try await Self.withDirectory { directory in
            let server = ObservedServer()
            let (preferences, storage) = (
                try FileKeyStorage(directory: directory.appending(path: "preferences")),
                try FileKeyStorage(directory: directory.appending(path: "secrets"))
            )
            let tokens = StoredTokens(storage: storage)
            let here = ServerChoice(try ServerAddress("http://127.0.0.1"))
            let client = APIClient(
                server: here.address, tokens: tokens, transport: server,
                time: ManualTime(skipping: .seconds(4)))
            let signIn = SignIn(
                client: client, tokens: tokens, storage: storage, keys: StoredDeviceKeys(storage: storage))
            try await signIn.requestCode(.email("ana@example.net"))
            _ = try await signIn.verify(try await server.real.code(to: "ana@example.net"))
            let store = FlowStore(
                ServerFlow(current: here, isSignedIn: true),
                effects: ServerEffects(
                    preferences: preferences, transport: { _ in server },
                    signOut: { () async throws(SignInError) in try await signIn.signOut() }))
            store.send(.typed("localhost:8443"))
            store.send(.continued)
            await store.settled()
            #expect(try await signIn.account() != nil)
            store.send(.confirmed)
            await store.settled()
            guard case .done(let choice, _) = store.state.step else {
                Issue.record("\(store.state)")
                return
            }
            #expect(choice.address.description == "https://localhost:8443")
            #expect(try await signIn.account() == nil && storage.read(.deviceKey) == nil)
            #expect(server.lines.contains("POST /logout"))
            #expect(try ServerChoice.load(from: preferences) == choice)
        }
    }
}
