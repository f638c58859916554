import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import ECallSecurity
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

/// The effects of the keys of a device, with the library that keeps them and the real server in this process.
@Suite("The flow of the keys of a device against the server", .timeLimit(.minutes(1)))
@MainActor struct LiveKeysFlowTests {
    private struct Device {
        let storage: FileKeyStorage
        let keys: StoredDeviceKeys
        let signIn: SignIn
        let store: FlowStore<KeysFlow>

        @MainActor init(_ directory: URL, _ server: ObservedServer) throws {
            storage = try FileKeyStorage(directory: directory)
            keys = StoredDeviceKeys(storage: storage)
            let tokens = StoredTokens(storage: storage)
            let client = APIClient(
                server: try ServerAddress("http://127.0.0.1"), tokens: tokens, transport: server)
            signIn = SignIn(client: client, tokens: tokens, storage: storage, keys: keys)
            store = FlowStore(KeysFlow(), effects: KeysEffects(keys: keys))
        }

        @MainActor func send(_ actions: KeysFlow.Action...) async {
            for action in actions {
                store.send(action)
                await store.settled()
            }
        }
    }

    /// 000-22, 000-24, 000-25, 000-77
    ///
    /// A key is derived from the code three times, each of which takes a second on purpose.
    @Test("keys are generated, saved under a code, and restored on a new device with the same public key")
    func saveAndRestore() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-keys-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = ObservedServer()
        let phone = try Device(directory.appending(path: "phone"), server)
        await phone.send(.refreshed, .askedForPackage)
        #expect(phone.store.state.keys.value == KeysFlow.Keys(publicKey: nil, areKnown: false))
        #expect(phone.store.state.form == .none)
        try await phone.signIn.requestCode(.email("ana@example.net"))
        _ = try await phone.signIn.verify(try await server.real.code(to: "ana@example.net"))
        await phone.send(.refreshed)
        let shown = try #require(phone.store.state.keys.value)
        #expect(shown.areKnown && shown.publicKey?.fingerprint.count == 64 && !phone.store.state.canBring)
        await phone.send(.askedForPackage)
        guard case .package(let file, let code, false) = phone.store.state.form else {
            Issue.record("\(phone.store.state)")
            return
        }
        await phone.send(.savedPackage, .left)

        let laptop = try Device(directory.appending(path: "laptop"), server)
        await laptop.send(
            .refreshed, .gavePackage(file), .typedCode(SecretText(code.text.dropLast(4) + "0000")), .restored)
        #expect(laptop.store.state.problem == .keys(.package(.wrongCodeOrChanged)))
        await laptop.send(.typedCode(SecretText(code.text.lowercased())), .restored)
        #expect(laptop.store.state.problem == nil && laptop.store.state.form == .none)
        #expect(laptop.store.state.keys.value == KeysFlow.Keys(publicKey: shown.publicKey, areKnown: false))
        // No one knows them yet: another pair may replace them, but not text that isn't a key.
        await laptop.send(.askedToImport, .typedPrivateKey(SecretText("Hello")), .imported)
        #expect(laptop.store.state.problem == .keys(.pair(.privateUnreadable)))
        #expect(laptop.store.state.keys.value?.publicKey == shown.publicKey)
        // A file of an older app isn't one of today's.
        await laptop.send(.left, .gavePackage(file), .choseOlderApp(true), .typedCode(code), .restored)
        #expect(laptop.store.state.problem == .keys(.package(.unsupportedVersion)))
    }
}
