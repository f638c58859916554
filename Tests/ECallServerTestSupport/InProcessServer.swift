import CallEngine
import Crypto
import ECallAPI
import ECallCore
import Foundation
import HTTPTypes
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import NIOEmbedded
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import MediaServers
@testable import Notifications
@testable import ServerFoundation
@testable import SignalRouting

/// The real server in this process, for tests of clients: requests reach its routes and signals its STOMP sessions without
/// a socket. There is no Janus and no coturn. It ends with the last reference.
final class InProcessServer: Sendable {
    /// The actions of other people, and the messages that the server sends them.
    let app: TestApp
    private let parts: InProcessParts
    private let running: Task<Void, any Error>

    /// - Parameters:
    ///   - sendsTexts: whether codes are also sent to phones.
    init(
        sendsTexts: Bool = true, configure: @escaping @Sendable (inout ServerSettings) -> Void = { _ in }
    ) async throws {
        let (started, starting) = AsyncThrowingStream.makeStream(of: (TestApp, InProcessParts).self)
        let parts = Shelf<InProcessParts>()
        running = Task {
            do {
                try await TestApp.run(
                    channels: sendsTexts ? [.email, .sms] : [.email], configure: configure,
                    callParts: { dependencies in
                        let made = try await InProcessParts(dependencies)
                        parts.put(made)
                        return made.callParts(dependencies)
                    },
                    { app in
                        let parts = try #require(parts.item)
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            group.addTask {
                                await SignalRouter(sessions: parts.sessions, authority: parts.calls).run()
                            }
                            starting.yield((app, parts))
                            try await group.waitForAll()
                        }
                    })
            } catch {
                starting.finish(throwing: error)
            }
        }
        var ready = started.makeAsyncIterator()
        (app, self.parts) = try #require(try await ready.next())
        // The clocks of clients in tests are a little later (ManualTime).
        let later = 1_800_000_000 - app.clock.now.milliseconds / 1_000
        app.clock.advance(seconds: Int(later))
    }

    deinit { running.cancel() }

    // MARK: - People

    /// A user with a device of the given number, signed in and a friend of everyone else unless `befriends` is false; or
    /// another device of an existing user.
    func signIn(
        _ user: UserID, device: DeviceID, name: String, publicKey: String = TestKeys.p256(), befriends: Bool = true
    ) async throws -> Person {
        let (email, now) = ("user\(user)@example.org", app.clock.now)
        try await parts.database.write { sql in
            let isNew = try UserRepository(sql).find(user) == nil
            if isNew {
                try sql.execute(
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (:id, :name, 1, :now)",
                    ["id": .id(user), "name": .text(name), "now": .moment(now)])
                let key = LoginMethodKey(type: .email, issuer: "", subject: email)
                try LoginMethodRepository(sql).add(key, label: email, to: user, verifiedAt: now, at: now)
            }
            let arriving = ArrivingDevice(
                details: try DeviceDetails(DevicePayload(publicKey: publicKey, deviceName: "test")),
                address: "127.0.0.1")
            let challenges = SignInChallenges(key: SymmetricKey(size: .bits256))
            let drawn = try DeviceRepository(sql).register(user, arriving, challenges: challenges, at: now).id
            try sql.execute(
                "UPDATE devices SET id = :id WHERE id = :drawn", ["id": .id(device), "drawn": .id(drawn)])
            for (one, other) in [("users.id", ":id"), (":id", "users.id")] where befriends && isNew {
                try sql.execute(
                    """
                    INSERT INTO contacts (owner_id, contact_id, is_favorite, is_blocked, created_at)
                    SELECT \(one), \(other), 0, 0, :now FROM users WHERE users.id <> :id
                    """, ["id": .id(user), "now": .moment(now)])
            }
        }
        let pair = try await parts.sessionTokens.issue(to: DeviceIdentity(user: user, device: device))
        return Person(
            id: user, device: device, email: email, accessToken: pair.access, refreshToken: pair.refresh)
    }

    /// Adds as many friends of the user, who never sign in. One write adds all: requests would take a test's time.
    func addFriends(_ names: [String], of user: UserID) async throws {
        let now = app.clock.now
        try await parts.database.write { sql in
            let users = UserRepository(sql)
            for name in names {
                let identifier = LoginIdentifier.email("\(UUID())@example.org")
                let friend = try users.create(identifier, displayName: name, at: now)
                try users.markVerified(friend, by: LoginMethodKey(identifier), at: now)
                try ContactRepository(sql).befriend(user, friend, at: now)
            }
        }
    }

    /// Adds as many ended calls, a minute apart, every third missed; their numbers start at 1,000.
    func addCalls(_ count: UInt64, of user: UserID, with other: UserID) async throws {
        let now = app.clock.now
        try await parts.database.write { sql in
            for number in 0..<count {
                let isMissed = number % 3 == 0
                let begin = now.advanced(bySeconds: -60 * Int(number))
                try sql.execute(
                    """
                    INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at, ended_at)
                    VALUES (:call, 1, :host, 1, 0, 0, :begin, :begin)
                    """, ["call": .id(CallID(1_000 + number)), "host": .id(other), "begin": .moment(begin)])
                for (person, isMissed) in [(user, isMissed), (other, false)] {
                    try sql.execute(
                        """
                        INSERT INTO call_participants (call_id, user_id, is_host, status, joined_at, started_at, is_missed)
                        VALUES (:call, :user, :host, 'left', :joined, :begin, :missed)
                        """,
                        [
                            "call": .id(CallID(1_000 + number)), "user": .id(person), "host": .flag(person == other),
                            "joined": isMissed ? .null : .moment(begin), "begin": .moment(begin),
                            "missed": .flag(isMissed),
                        ])
                }
            }
        }
    }

    /// Sends a friend request by a share link of the other person.
    func ask(_ other: Person, by one: Person) async throws {
        // Requests are distinguished by their times.
        letTimePass()
        let link: TokenBody = try await app.call(.createShareToken, as: other).value()
        try await app.call(.sendFriendRequestByToken, link, as: one).expectOK()
    }

    /// Makes two people friends: one asks by a share link, the other accepts.
    func befriend(_ one: Person, _ other: Person) async throws {
        try await ask(other, by: one)
        try await app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: one.id), as: other).expectOK()
    }

    /// The last code sent to the address or number.
    func code(to address: String) throws -> String { try #require(app.outbox.lastCode(to: address)) }

    /// The text of the last mail to the address; "" if there is none.
    func lastMail(to address: String) -> String { app.outbox.messages.last { $0.to == address }?.body ?? "" }

    /// Advances the clock; by default far enough that a request for a code isn't a repetition of an earlier one.
    func letTimePass(seconds: Int = 10) { app.clock.advance(seconds: seconds) }

    // MARK: - Requests

    /// Answers a client's request as the server would over a connection.
    func perform(_ request: ECallCore.HTTPRequest) async throws(HTTPTransportError) -> ECallCore.HTTPResponse {
        guard let url = URLComponents(string: request.url) else { throw .malformed }
        var headers = HTTPFields()
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        do {
            let response = try await app.client.executeRequest(
                uri: url.percentEncodedPath + (url.percentEncodedQuery.map { "?" + $0 } ?? ""),
                method: request.method.http, headers: headers, body: request.body.map { ByteBuffer(bytes: $0) })
            return ECallCore.HTTPResponse(
                status: response.status.code,
                headers: Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { $1 },
                body: Data(response.body.readableBytesView))
        } catch {
            throw .unreachable
        }
    }

    // MARK: - Signals

    /// A socket of `/ws`, connected to the server's STOMP session.
    func socket() async throws(SocketError) -> InProcessSocket {
        do {
            let clock = app.clock
            return try await InProcessSocket(tokens: parts.tokens, sessions: parts.sessions, now: { clock.now })
        } catch {
            throw .unreachable
        }
    }

    /// Whether the server would send the device signals at once.
    func isOnline(_ device: DeviceIdentity) async -> Bool { await parts.sessions.isOnline(device) }

    // MARK: - Calls

    /// The room of the user's call; nil without a call.
    func room(of user: UserID) async -> RoomID? { await parts.calls.activeCalls.call(of: user)?.room }

    func isOver(_ call: CallID) async -> Bool { await parts.calls.activeCalls.calls[call] == nil }

    /// Reports that the device publishes, as the proxy to Janus would.
    func published(_ feed: FeedID, by identity: DeviceIdentity) async {
        guard let room = await room(of: identity.user) else { return }
        await parts.calls.feedPublished(feed, in: room, by: identity)
    }
}

/// The real signalling and calls, whose numbers start at 7.
private struct InProcessParts: Sendable {
    let database: any Database
    let sessions: SignalSessions
    let calls: CallService
    let tokens: SignalingTokens
    /// Makes the same tokens as the server itself.
    let sessionTokens: TokenService

    init(_ dependencies: CallDependencies) async throws {
        let ids = Mutex<UInt64>(6)
        database = dependencies.database
        sessions = try await SignalSessions.restored(
            from: database, directory: dependencies.directory, now: dependencies.clock.now, logger: dependencies.logger)
        calls = CallService(
            directory: dependencies.directory, signals: sessions, rooms: OpenRooms(),
            records: DatabaseCallRecords(database: database), now: dependencies.clock.now,
            makeID: {
                ids.withLock { id in
                    id += 1
                    return CallID(id)
                }
            }, logger: dependencies.logger)
        tokens = SignalingTokens(key: dependencies.secrets.key(for: .signalingTokens))
        sessionTokens = await TokenService(
            key: dependencies.secrets.key(for: .tokens), database: database,
            devices: DeviceService(
                database: database, signals: sessions, presence: calls, clock: dependencies.clock),
            clock: dependencies.clock, limits: dependencies.settings.limits)
    }

    func callParts(_ dependencies: CallDependencies) -> CallParts {
        let (calls, database, tokens, now) = (calls, database, tokens, dependencies.clock.now)
        return CallParts(
            signals: sessions, presence: calls,
            addRoutes: { api in
                CallRequestController(calls: calls, database: database).addRoutes(to: api)
                CallHistoryController(database: database, now: now).addRoutes(to: api)
                CredentialsController(
                    signalingTokens: tokens, turn: TURNCredentials(secret: "secret"),
                    relay: { TURNAddresses(hosts: ["127.0.0.1"], port: 1) },
                    now: now, turnTime: now
                ).addRoutes(to: api)
            }, server: { _ in .http1() }, services: [])
    }
}
