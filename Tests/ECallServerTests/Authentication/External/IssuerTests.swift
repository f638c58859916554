import ECallAPI
import Foundation
import Logging
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

/// Fetching from an issuer, and its outages.
@Suite("Issuers", .timeLimit(.minutes(1)))
struct IssuerTests {
    /// Holds every request until the test releases it; then answers.
    private final class HeldTransport: IssuerTransport {
        private let state = Mutex<(waiting: [CheckedContinuation<Void, Never>], urls: [String])>(([], []))
        let answer: @Sendable (String) -> IssuerAnswer
        let arrivals: AsyncStream<String>
        private let sink: AsyncStream<String>.Continuation

        init(answer: @escaping @Sendable (String) -> IssuerAnswer) {
            self.answer = answer
            (arrivals, sink) = AsyncStream.makeStream(of: String.self)
        }

        var urls: [String] { state.withLock { $0.urls } }

        func send(_ request: IssuerRequest) async throws -> IssuerAnswer {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.urls.append(request.url)
                    state.waiting.append(continuation)
                }
                sink.yield(request.url)
            }
            return answer(request.url)
        }

        func letGo() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    @Test("simultaneous requests make one fetch, which outlives the first caller")
    func oneFetch() async throws {
        let signer = try TestSigner.rsa.get()
        let keys = try TestSigner.keySet([signer.jwk()])
        let transport = HeldTransport { _ in IssuerAnswer(status: 200, cacheControl: nil, body: Array(keys)) }
        let clock = TestClock()
        let issuer = Issuer(
            name: "https://i", addresses: .fixed(.apple("https://i")), transport: transport,
            clock: WallClock { clock.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let name = VerificationKey.Name(id: signer.id, algorithm: "RS256")
        let first = Task { try await issuer.key(name) }
        #expect(await transport.arrivals.first { _ in true } == "https://i/auth/keys")
        first.cancel()
        let others = (0..<20).map { _ in Task { try await issuer.key(name).name } }
        let stranger = Task { try await issuer.key(.init(id: "unknown", algorithm: "RS256")) }
        transport.letGo()
        for other in others { #expect(try await other.value == name) }
        await #expect(throws: ExternalFailure.refused(.unknownKey)) { try await stranger.value }
        #expect(transport.urls.count == 1)
    }

    @Test("keys rotate: an unknown id fetches once, and invented ids fetch at most twice a minute")
    func rotation() async throws {
        try await ExternalWorld.run { world in
            #expect(try await world.google(world.googleToken()).status == 200)
            #expect(world.issuer.count("/keys") == 1)
            #expect(try await world.google(world.googleToken("subject-2")).status == 200)
            #expect(world.issuer.count("/keys") == 1)
            // The issuer signs with a new key.
            let fresh = TestSigner(id: "rsa-new", key: try TestSigner.otherRSA.get().key)
            world.issuer.state.withLock { $0.signers.insert(fresh, at: 0) }
            world.advance(seconds: 31)
            let answers = try await atOnce(8) { index in
                try await world.google(world.googleToken("rotated-\(index)")).status
            }
            #expect(answers.allSatisfy { $0 == 200 })
            #expect(world.issuer.count("/keys") == 2)
            let invented = TestSigner(id: "invented", key: try TestSigner.rsa.get().key)
            for _ in 0..<10 {
                let token = try invented.token(world.issuer.claims(at: world.app.clock.now))
                try await world.google(token).expect(.loginFailed)
            }
            #expect(world.issuer.count("/keys") == 2)
            world.advance(seconds: 31)
            for _ in 0..<10 {
                let token = try invented.token(world.issuer.claims(at: world.app.clock.now))
                try await world.google(token).expect(.loginFailed)
            }
            #expect(world.issuer.count("/keys") == 3)
            // A withdrawn key is no longer accepted once the set is fetched again.
            let old = try TestSigner.rsa.get()
            world.issuer.state.withLock { $0.signers = [fresh] }
            world.advance(seconds: 3601)
            let stale = try old.token(world.issuer.claims("late", at: world.app.clock.now))
            try await world.google(stale).expect(.loginFailed)
            #expect(world.issuer.count("/keys") == 4 && world.issuer.count("/.well-known/openid-configuration") == 2)
        }
    }

    @Test(
        "during an issuer's outage its known keys are used for a day, then none",
        arguments: [TestIssuer.Mode.down, .garbage, .redirecting])
    func away(mode: TestIssuer.Mode) async throws {
        try await ExternalWorld.run { world in
            world.issuer.set(mode)
            let early = try await world.google(world.googleToken())
            early.expect(.loginFailed)
            #expect(early.text.contains("cannot be reached"))
            world.issuer.set(.normal)
            // One attempt in 30 s, whoever asks.
            try await world.google(world.googleToken()).expect(.loginFailed)
            world.advance(seconds: 30)
            #expect(try await world.google(world.googleToken()).status == 200)
            world.issuer.set(mode)
            world.advance(seconds: 3600 + 86_000)
            #expect(try await world.google(world.googleToken("subject-2")).status == 200)
            world.advance(seconds: 400)
            try await world.google(world.googleToken("subject-3")).expect(.loginFailed)
            world.issuer.set(.normal)
            world.advance(seconds: 30)
            #expect(try await world.google(world.googleToken("subject-3")).status == 200)
            #expect(world.app.log.text.contains("could not be fetched"))
        }
    }

    @Test("ASVS 10.5.3: a discovery document that names another issuer is ignored")
    func foreignDocument() async throws {
        try await ExternalWorld.run { world in
            world.issuer.set(.foreignDocument)
            try await world.google(world.googleToken()).expect(.loginFailed)
            #expect(world.issuer.count("/keys") == 0)
        }
    }

    /// 003-30
    @Test("ASVS 9.1.3: an issuer with a certificate of another authority is not trusted")
    func wrongAuthority() async throws {
        let other = try await TestAuthority.stranger()
        try await ExternalWorld.run(configure: { settings in
            settings.providers.google?.issuer.authorityFile = other.authority
            // The client retries the handshake for as long.
            settings.providers.google?.timeout = .seconds(2)
        }) { world in
            try await world.google(world.googleToken()).expect(.loginFailed)
            #expect(world.issuer.count("/keys") == 0 && world.issuer.count("/.well-known/openid-configuration") == 0)
            // The same issuer, with the right authority.
            #expect(try await world.apple(token: world.appleToken()).status == 200)
        }
    }

    @Test("an answer is limited in time and to 256 kB, and redirects are not followed")
    func transport() async throws {
        let authority = try await TestAuthority.common()
        let slow = try IssuerHTTP(authorityFile: authority.authority, timeout: .milliseconds(300))
        let usual = try IssuerHTTP(authorityFile: authority.authority, timeout: .seconds(60))
        try await BadIssuer.run(authority: authority) { origin in
            await #expect(throws: (any Error).self) { try await slow.send(IssuerRequest(url: origin + "/silent")) }
            await #expect(throws: (any Error).self) { try await slow.send(IssuerRequest(url: origin + "/dripping")) }
            await #expect(throws: (any Error).self) { try await usual.send(IssuerRequest(url: origin + "/large")) }
            let full = try await usual.send(IssuerRequest(url: origin + "/full"))
            #expect(full.body.count == IssuerHTTP.largestAnswer)
            #expect(try await usual.send(IssuerRequest(url: origin + "/away")).status == 302)
        }
        // The port has no listener.
        await #expect(throws: (any Error).self) { try await slow.send(IssuerRequest(url: "https://localhost:1/")) }
    }

    private static func start(_ change: (inout ProviderSettings) -> Void) async throws -> ExternalProviders {
        var settings = ProviderSettings()
        change(&settings)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await ExternalProviders(
            google: settings.google, apple: settings.apple, clock: .system, logger: logger)
    }

    @Test("settings that cannot work are reported at the start, in one sentence")
    func settings() async throws {
        await #expect(throws: StartFailure.authorityUnusable("/none")) {
            let issuer = ServiceAddress("https://i", authorityFile: "/none")
            _ = try await Self.start { $0.google = GoogleSettings(clientIDs: ["c"], issuer: issuer) }
        }
        for (clients, base) in [([], "https://i"), (["c"], "http://i"), (["c"], "https://i/"), (["c"], "i")] {
            await #expect(throws: StartFailure.self) {
                let issuer = ServiceAddress(base)
                _ = try await Self.start { $0.google = GoogleSettings(clientIDs: clients, issuer: issuer) }
            }
        }
        await #expect(throws: StartFailure.appleKeyUnusable("/none")) {
            _ = try await Self.start {
                $0.apple = AppleSettings(clientIDs: ["c"], teamID: "t", keyID: "k", keyFile: "/none")
            }
        }
        #expect(!"\(StartFailure.appleKeyUnusable("/none"))\(StartFailure.authorityUnusable("/none"))".isEmpty)
        let none = try await Self.start { _ in }
        #expect(none.google == nil && none.apple == nil && none.ofPage.isEmpty)
    }
}
