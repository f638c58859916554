import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import Foundation
import TestSupport
import Testing

@testable import ECallKit
@testable import ECallServerTestSupport

/// Signing in with Google or Apple as an app gets it: from a client, over the real server in this process.
@Suite("Flow of a client: Google and Apple", .timeLimit(.minutes(1)))
struct IssuerFlowTests {
    private struct Parts: Sendable {
        let server: ObservedServer
        let world: ExternalWorld
        let directory: URL

        /// The app, started.
        func start() throws -> ECallClient {
            try ECallClient(
                storage: ProfileStore(try ProfileDirectory(at: directory), secret: nil).storage, server: nil,
                defaultServer: try ServerAddress("http://127.0.0.1"),
                device: .current(),
                environment: ClientEnvironment(
                    transport: server, dialer: server, time: ManualTime(skipping: .seconds(4)),
                    makeCalls: { CallsDouble($0) }))
        }

        func credential(_ issuer: IdentityIssuer, name: String = "") throws -> IssuerCredential {
            switch issuer {
            case .google: .google(idToken: try world.googleToken("g-1", ExternalWorld.address("ana@gmail.com")))
            case .apple:
                .apple(
                    subject: "a-1", identityToken: Data(try world.appleToken("a-1").utf8),
                    authorizationCode: Data(world.appleCode("a-1").utf8), name: name)
            }
        }
    }

    /// 000-16, 001-16, 001-39, 001-41, 001-42
    @Test(
        "a person chooses an issuer, is refused once, is named and signed in; the next start knows the issuer",
        arguments: IdentityIssuer.allCases)
    @MainActor func signsIn(issuer: IdentityIssuer) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-issuer-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await ExternalWorld.observed { server, world in
            try await Self.signsIn(issuer, Parts(server: server, world: world, directory: directory))
        }
    }

    @MainActor private static func signsIn(_ issuer: IdentityIssuer, _ parts: Parts) async throws {
        let client = try parts.start()
        let store = client.flows.signIn()
        store.send(.refreshed)
        await store.settled()
        #expect(store.state.issuers == [.google, .apple])
        store.send(.chose(issuer))
        let refused: IssuerCredential =
            issuer == .google
            ? .google(idToken: "none")
            : .apple(subject: "a-1", identityToken: Data("none".utf8), authorizationCode: nil, name: "Ana")
        store.send(.cameBack(.credential(refused)))
        await store.settled()
        #expect(store.state.issuer.canTryAgain && store.state.problem != nil)
        store.send(.triedAgain)
        store.send(.cameBack(.credential(try parts.credential(issuer))))
        await store.settled()
        if issuer == .google {
            // Google gives no name here; Apple's is that of the first try.
            guard case .name = store.state.step else { throw Unexpected(what: "\(store.state)") }
            store.send(.typedName("Ana"))
            store.send(.confirmedName)
            await store.settled()
        }
        guard case .done(let account) = store.state.step else { throw Unexpected(what: "\(store.state)") }
        #expect(account.displayName == "Ana" && account.method == issuer.method)
        let keys: PublicKeysResponse = try await client.api.send(
            .publicKeys, body: PublicKeysRequest(userIds: [account.userId]))
        #expect(keys.publicKeys.count == 1 && keys.identities?.count == 1, "its key and identity are registered")
        await client.close()

        let next = try parts.start()
        #expect(try await next.signIn.account() == account)
        #expect(try await next.goOnline().account.method == issuer.method)
        await next.close()
    }

    private struct Unexpected: Error { let what: String }
}
