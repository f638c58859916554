import ECallAPI
import ECallAuthentication
import ECallCalls
import ECallCore
import ECallKit
import ECallMedia
import Foundation

/// A participant without media: sign-in, signalling, keys and entering the room are those of every client.
struct LightParticipant: Sendable {
    let user: UInt64
    let calls: any CallControlling
    private let client: ECallClient
    private let answering: Task<Void, Never>

    /// Signs in, goes online, and answers every call, muted.
    ///
    /// - Parameter code: finds the code that was sent to an address.
    static func make(
        _ name: String, server: String, home: String, transport: any HTTPTransport,
        code: (String) throws -> String
    ) async throws -> LightParticipant {
        let address = "\(name)@example.org"
        let profile = try ProfileDirectory(at: URL(fileURLWithPath: home + "/" + name))
        let server = try ServerAddress(server)
        let client = try ECallClient(
            storage: ProfileStore(profile, secret: nil).storage, server: server, defaultServer: server,
            device: .current(),
            environment: ClientEnvironment(
                transport: transport, dialer: WebSocketDialer(), timeout: .seconds(30),
                makeCalls: { await Self.makeCalls($0) }))
        try await client.signIn.requestCode(.email(address), name: name)
        let account = try await client.signIn.verify(try code(address))
        let device = try await client.goOnline()
        let calls = device.calls
        let events = calls.events
        let answering = Task {
            for await event in events {
                guard case .incoming = event else { continue }
                // A participant that fails is missing in the call, and the count of members reports it.
                guard (try? await calls.answer(options: CallOptions(video: false, source: .test(sender: 99)))) != nil
                else { continue }
                try? await calls.carryOut(.muted(true))
            }
        }
        return LightParticipant(
            user: account.userId.rawValue, calls: calls, client: client, answering: answering)
    }

    /// How many keys of others it was given in the running call.
    func keys() async -> Int { await calls.statistics()?.keys ?? 0 }

    func end() async {
        answering.cancel()
        try? await calls.hangUp()
        await client.close()
    }

    private static func makeCalls(_ parts: DeviceSession) async -> any CallControlling {
        let (api, dialer, time) = (parts.api, LightDialer(dialer: parts.dialer), parts.time)
        var environment = CallEnvironment(
            account: parts.account, api: api, signaling: parts.signaling, credentials: parts.credentials,
            storage: parts.storage, device: parts.device, engine: LightEngine(),
            makeJanus: {
                JanusClient(
                    server: api.server,
                    accessToken: { () async throws(APIClientError) in try await api.accessToken() },
                    dialer: dialer, time: time)
            })
        environment.time = time
        environment.news = parts.news
        let calls = CallController(environment)
        await calls.start()
        return calls
    }
}
