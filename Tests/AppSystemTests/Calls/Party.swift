import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCalls
import ECallCore
import ECallKit
import ECallLanguage
import ECallMedia
import Foundation
import Synchronization
import TestSupport

@testable import ECallServerTestSupport

/// A device's connection to the real server in this process, which a test can cut.
final class Line: HTTPTransport, SocketDialing {
    private let server: ObservedServer
    private let state = Mutex((isCut: false, sockets: [any MessageSocket]()))

    init(_ server: ObservedServer) { self.server = server }

    func cut() {
        let sockets = state.withLock { state in
            defer { state = (true, []) }
            return state.sockets
        }
        for socket in sockets { socket.close() }
    }

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        if state.withLock({ $0.isCut }) { throw .unreachable }
        return try await server.perform(request)
    }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        if state.withLock({ $0.isCut }) { throw .unreachable }
        let socket = try await server.dial(request)
        state.withLock { $0.sockets.append(socket) }
        return socket
    }
}

/// The server, Janus, and the signed-in people.
struct Place: Sendable {
    let server = ObservedServer()
    let janus = JanusDouble()
    private let devices = LockedDevices()

    private final class LockedDevices: Sendable { let all = Mutex<[UserID: DeviceIdentity]>([:]) }

    init() {
        let (server, devices) = (server, devices)
        janus.onJoin { display, feed in
            guard let user = display.split(separator: ":").first.flatMap({ UInt64($0) }),
                let device = devices.all.withLock({ $0[UserID(user)] })
            else { return }
            Task { try await server.real.published(FeedID(UInt64(feed)), by: device) }
        }
    }

    func signedIn(_ account: Account) {
        devices.all.withLock {
            $0[account.userId] = DeviceIdentity(user: account.userId, device: account.deviceId)
        }
    }
}

/// A person with a device: all of the library, over the real server, with an engine that has no media.
struct Party: Sendable {
    typealias Wrap = @Sendable (any CallControlling) async -> any CallControlling

    let client: ECallClient
    let line: Line
    let storage: MemoryStorage
    let account: Account
    /// With the rights of their device, to ask the server directly.
    let person: Person

    /// - Parameter wrap: what the app makes of the calls of a device.
    static func signIn(_ name: String, at place: Place, _ wrap: @escaping Wrap = { $0 }) async throws -> Party {
        let (storage, line) = (MemoryStorage(), Line(place.server))
        let client = try makeClient(storage, line, place, wrap)
        try await place.server.real.letTimePass()
        let email = "\(name.lowercased())@example.net"
        try await client.signIn.requestCode(.email(email), name: name)
        let account = try await client.signIn.verify(try await place.server.real.code(to: email))
        place.signedIn(account)
        guard let tokens = place.server.signedIn else { throw CancellationError() }
        let person = Person(
            id: account.userId, device: account.deviceId, email: email, accessToken: tokens.accessToken,
            refreshToken: tokens.refreshToken)
        return Party(client: client, line: line, storage: storage, account: account, person: person)
    }

    /// The program has ended without a word, and runs anew.
    func restarted(at place: Place, _ wrap: @escaping Wrap) throws -> Party {
        line.cut()
        let line = Line(place.server)
        return Party(
            client: try Self.makeClient(storage, line, place, wrap), line: line, storage: storage, account: account,
            person: person)
    }

    private static func makeClient(
        _ storage: MemoryStorage, _ line: Line, _ place: Place, _ wrap: @escaping Wrap
    ) throws -> ECallClient {
        let janus = place.janus
        return try ECallClient(
            storage: storage, server: nil, defaultServer: try ServerAddress("http://127.0.0.1"),
            device: DeviceDescription(name: "iPhone", systemName: "iOS", systemVersion: "26.4", model: "iPhone17,1"),
            environment: ClientEnvironment(
                transport: line, dialer: line,
                makeCalls: { session in
                    var environment = CallEnvironment(
                        account: session.account, api: session.api, signaling: session.signaling,
                        credentials: session.credentials, storage: session.storage, people: session.people,
                        device: session.device, engine: QuietEngine(),
                        makeJanus: {
                            JanusClient(
                                server: session.api.server,
                                accessToken: { () async throws(APIClientError) in "token" }, dialer: janus)
                        })
                    environment.news = session.news
                    let calls = CallController(environment)
                    await calls.start()
                    return await wrap(calls)
                }))
    }

    /// The calls, once this device is online.
    var calls: any CallControlling { get async throws { try await client.goOnline().calls } }

    /// Returns once the server sends this device signals at once.
    func goesOnline(at place: Place) async throws {
        _ = try await client.goOnline()
        while try await !place.server.real.isOnline(person.identity) { try await pause() }
    }
}

/// An engine that sends and receives nothing. Whatever would be received is refused, so that no one waits for it.
struct QuietEngine: MediaEngine {
    var reachesRelaysByTLS: Bool { true }

    private static let refusal = MediaError.unusable(.verbatim("Nothing is received here."))

    func devices() async throws(MediaError) -> ConnectedDevices { ConnectedDevices([]) }
    func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] { [] }

    func find(_ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes) async throws(MediaError) -> FoundDevices {
        FoundDevices()
    }

    func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        PreparedMedia(source: wishes.source, hasPictures: wishes.video)
    }

    func makePublisher(_ configuration: PublisherConfiguration) async throws(MediaError) -> any PublishingConnection {
        Publisher()
    }

    func makeSubscriber(
        _ configuration: SubscriberConfiguration
    ) async throws(MediaError) -> any SubscribingConnection { throw Self.refusal }

    func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection {
        throw Self.refusal
    }

    /// Connected as soon as it has an answer.
    private final class Publisher: PublishingConnection {
        let events: AsyncStream<MediaEvent>
        private let continuation: AsyncStream<MediaEvent>.Continuation

        init() { (events, continuation) = AsyncStream.makeStream() }

        func createOffer() async throws(MediaError) -> String { "offer" }
        func setAnswer(_ sdp: String) async throws(MediaError) { continuation.yield(.connected) }
        func setMuted(_ muted: Bool) async {}
        func setVideoEnabled(_ enabled: Bool) async {}
        func capture(with devices: CaptureDevices) async throws(MediaError) {}
        func share(_ screen: PublishedScreen?) async throws(MediaError) {}
        func limitVideo(to limit: VideoLimit) async {}
        func requestKeyFrame() async {}
        func transmission() async -> Transmission? { nil }
        func addRemoteCandidate(_ candidate: ICECandidate) async {}
        func statistics() async -> TrackStatistics { TrackStatistics() }
        func close() async { continuation.finish() }
    }
}
