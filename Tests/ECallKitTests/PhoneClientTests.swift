import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import ECallMedia
import Foundation
import TestSupport
import Testing

@testable import ECallKit
@testable import ECallServerTestSupport

/// A client on a phone: secrets in a keychain, push tokens, an app that goes to the background and returns.
@Suite("A client on a phone", .timeLimit(.minutes(1)))
struct PhoneClientTests {
    private static let email = "ana@example.net"

    private struct Parts {
        let server = ObservedServer()
        let storage = MemoryStorage()
        let made = Shelf<CallsDouble>()
        let client: ECallClient

        init(makeCalls: CallFactory? = nil) throws {
            let made = made
            client = try ECallClient(
                storage: storage, server: nil, defaultServer: try ServerAddress("http://127.0.0.1"),
                device: DeviceDescription(
                    name: "Ana's iPhone", systemName: "iOS", systemVersion: "26.1", model: "iPhone17,1"),
                environment: ClientEnvironment(
                    transport: server, dialer: server, time: ManualTime(skipping: .seconds(4)),
                    makeCalls: makeCalls ?? { session in
                        let calls = CallsDouble(session)
                        made.put(calls)
                        return calls
                    }))
        }

        func signIn() async throws -> Account {
            try await server.real.letTimePass()
            try await client.signIn.requestCode(.email(PhoneClientTests.email))
            return try await client.signIn.verify(try await server.real.code(to: PhoneClientTests.email))
        }

        /// The bodies of requests to this path that carry push tokens.
        func told(_ line: String) -> [String] {
            zip(server.requests, server.lines).filter { $0.1 == line }
                .map { String(decoding: $0.0.body ?? Data(), as: UTF8.self) }
        }

        func signaling() async throws -> SignalingClient { try #require(await client.current).signaling }
    }

    private static func withParts(_ parts: Parts, _ body: (Parts) async throws -> Void) async throws {
        try await body(parts)
        await parts.client.close()
    }

    @Test("the device list names the device as the app describes it; the account is in the given storage")
    func description() async throws {
        try await Self.withParts(try Parts()) { parts in
            let account = try await parts.signIn()
            let own = try #require(try await parts.client.account.devices().first)
            #expect(own.deviceName == "Ana's iPhone" && own.systemName == "iOS" && own.systemVersion == "26.1")
            #expect(try Account.load(from: parts.storage) == account)
        }
    }

    @Test("a locked keychain is an error, not a missing account")
    func locked() async throws {
        try await Self.withParts(try Parts()) { parts in
            let account = try await parts.signIn()
            parts.storage.setLocked(true)
            await #expect(throws: ECallClient.Failure.self) { _ = try await parts.client.goOnline() }
            parts.storage.setLocked(false)
            #expect(try await parts.client.goOnline().account == account)
        }
    }

    @Test("push tokens go with the sign-in, later ones by themselves once; signing out forgets what was sent")
    func pushTokens() async throws {
        try await Self.withParts(try Parts()) { parts in
            try await parts.client.named(PushTokens(voip: "0a"))
            try await parts.client.named(PushTokens(alert: "0b"))
            #expect(parts.server.requests.isEmpty)
            _ = try await parts.signIn()
            let signIn = try #require(parts.told("POST /verify-login").last)
            #expect(signIn.contains(#""voipToken":"0a""#) && signIn.contains(#""apnsToken":"0b""#))
            // The request for the code came from someone who had shown no right to the account yet.
            let asked = parts.told("POST /login")
            #expect(asked.count == 1 && !asked[0].contains(#""0a""#))
            _ = try await parts.client.goOnline()
            try await parts.client.named(PushTokens(voip: "0a", alert: "0b"))
            #expect(parts.told("PATCH /user").isEmpty)

            parts.server.fail(.unreachable)
            await #expect(throws: SignInError.self) { try await parts.client.named(PushTokens(voip: "0c")) }
            parts.server.fail(nil)
            let lost = parts.told("PATCH /user").count
            try await parts.client.named(PushTokens(voip: "0c"))
            try await parts.client.named(PushTokens(voip: "0c"))
            let changes = parts.told("PATCH /user")
            #expect(lost > 0 && changes.count == lost + 1 && changes.allSatisfy { $0.contains(#""voipToken":"0c""#) })

            #expect(try parts.storage.read(.registeredPushTokens) != nil)
            try await parts.client.signIn.signOut()
            #expect(try parts.storage.read(.registeredPushTokens) == nil)
            // The system names its tokens once a run: they go with the next sign-in.
            _ = try await parts.signIn()
            #expect(parts.told("POST /verify-login").last?.contains(#""voipToken":"0c""#) == true)
        }
    }

    @Test("a client in the background disconnects in order, and connects at once when the app is back")
    func background() async throws {
        try await Self.withParts(try Parts()) { parts in
            await parts.client.suspend()
            await parts.client.resume()
            #expect(await parts.client.current == nil)
            _ = try await parts.signIn()
            _ = try await parts.client.goOnline()
            let signaling = try await parts.signaling()
            await parts.client.suspend()
            #expect(await signaling.state == .stopped)
            await parts.client.resume()
            #expect(await signaling.waitUntilOnline(timeout: .seconds(5)))
            // Back before the connection was closed in order.
            async let suspending: Void = parts.client.suspend()
            await parts.client.resume()
            await suspending
            await parts.client.resume()
            #expect(await signaling.waitUntilOnline(timeout: .seconds(5)))
            // A push wakes the app in the background.
            await parts.client.suspend()
            _ = try await parts.client.goOnline()
            #expect(await signaling.state == .online)
        }
    }

    @Test("a call that rings or runs keeps the client connected; after it, it disconnects unless the app is back")
    func backgroundInCall() async throws {
        try await Self.withParts(try Parts()) { parts in
            _ = try await parts.signIn()
            _ = try await parts.client.goOnline()
            let (signaling, calls) = (try await parts.signaling(), try #require(parts.made.item))
            calls.ring(7)
            await parts.client.suspend()
            #expect(await signaling.state == .online)
            let states = signaling.stateChanges()
            calls.end(7)
            for await state in states where state == .stopped { break }

            await parts.client.resume()
            #expect(await signaling.waitUntilOnline(timeout: .seconds(5)))
            calls.ring(8)
            await parts.client.suspend()
            await parts.client.resume()
            calls.end(8)
            for _ in 0..<10 { try await pause() }
            #expect(await signaling.waitUntilOnline(timeout: .seconds(5)))
        }
    }

    private static let brokenEngine: MediaSystem.EngineFactory = { () throws(MediaError) in
        throw .pipeline(element: "engine", message: "none")
    }

    @Test(
        "without a media engine a call is refused before anyone is rung",
        arguments: [(nil, Text.callFailureNoMediaEngine), (brokenEngine, .verbatim("engine: none"))]
            as [(MediaSystem.EngineFactory?, Text)])
    func noEngine(engine: MediaSystem.EngineFactory?, reason: Text) async throws {
        try await Self.withParts(try Parts(makeCalls: LiveCalls.factory(engine: engine))) { parts in
            _ = try await parts.signIn()
            let calls = try await parts.client.goOnline().calls
            let asked = parts.server.requests.count
            let options = CallOptions(video: true)
            await #expect(throws: CallFailure.media(reason)) { _ = try await calls.call([2], options: options) }
            await #expect(throws: CallFailure.media(reason)) { try await calls.answer(options: options) }
            await #expect(throws: CallFailure.media(reason)) { try await calls.check(options) }
            #expect(parts.server.requests.count == asked)
        }
    }
}
