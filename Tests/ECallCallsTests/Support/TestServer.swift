import ECallAPI
import ECallCore
import ECallSecurity
import Foundation
import FrameCrypto
import Synchronization
import TestSupport

@testable import ECallServerTestSupport

/// The real server, in this process. A test reads the traffic between it and the devices, delays it, blocks it, and adds
/// messages that the server would not have sent.
final class TestServer: Sendable {
    private struct State {
        var sockets: [DeviceAddress: SignalingSocket] = [:]
        var barred: [DeviceAddress: Gate] = [:]
        var held: [DeviceAddress: [Signal]] = [:]
        var log: [String] = []
        var statuses: [String] = []
        var signals: [String] = []
        var list: String?
        var refusals: [String: ErrorCode] = [:]
        var failures: [String: Int] = [:]
        var feeds: [UserID: FeedID] = [:]
        var identities: [UserID: DeviceIdentity] = [:]
        var changes: [DeviceAddress: @Sendable (Signal) -> [Signal]] = [:]
        var swaps: [DeviceAddress: SignedIdentity] = [:]
        var withholdsVouches = false
        var forgetsEnds = false
        var delivered: [DeviceAddress: [E2EESignal]] = [:]
    }

    /// The time of day that responses contain from now on; nil for none.
    let clock = LockedValue<Date?>(nil)

    private let state = Mutex(State())
    private let starting = Task { try await InProcessServer() }

    /// Before a request is carried out, and after it but before its answer, by the last part of the path.
    let before: [String: Gate] = ["start": Gate(), "join": Gate(), "end": Gate()]
    let after: [String: Gate] = [
        "start": Gate(), "join": Gate(), "end": Gate(), "participants": Gate(), "active": Gate(),
    ]

    /// The requests, such as `1 POST /call/end 7`.
    var log: [String] { state.withLock(\.log) }
    /// The statuses that devices reported, such as `1 reconnecting`.
    var statuses: [String] { state.withLock(\.statuses) }
    /// The signals that devices sent to each other, such as `2 request_aes_key`.
    var signals: [String] { state.withLock(\.signals) }
    /// `signals`, `log` and `statuses`, to wait for.
    let (received, requests, told) = (Recorder<String>(), Recorder<String>(), Recorder<String>())

    // MARK: - Devices

    /// Signs the device in; everyone is everyone's contact. Returns its access token.
    func signIn(_ address: DeviceAddress, key: String) async throws -> String {
        let identity = address.identity
        let person = try await starting.value.signIn(
            identity.user, device: identity.device, name: "User \(identity.user)", publicKey: key)
        state.withLock { $0.identities[identity.user] = identity }
        return person.accessToken
    }

    /// The person is in the call with another device from now on.
    func moves(to address: DeviceAddress) { state.withLock { $0.identities[address.identity.user] = address.identity } }

    /// Returns once the server sends the device signals at once.
    func isOnline(_ address: DeviceAddress) async throws {
        while try await !starting.value.isOnline(address.identity) { try await pause() }
    }

    // MARK: - Calls

    func isOver(_ call: CallID) async throws -> Bool { try await starting.value.isOver(call) }

    /// Has the server learn the number under which a person publishes.
    func published(_ user: UInt64, as feed: UInt64) async throws {
        guard let identity = state.withLock({ $0.identities[UserID(user)] }) else { return }
        try await starting.value.published(FeedID(feed), by: identity)
    }

    /// Makes lists name this feed for the device, although no signal announced it.
    func name(feed: UInt64, of device: DeviceAddress) {
        state.withLock { $0.feeds[device.identity.user] = FeedID(feed) }
    }

    /// Answers with this instead of lists of participants.
    func answerLists(with json: String?) { state.withLock { $0.list = json } }

    /// Changes, by the last part of the path, are refused from now on.
    func refuse(_ name: String, with code: ErrorCode?) { state.withLock { $0.refusals[name] = code } }

    /// The next question, by the last part of the path, is answered with this status alone.
    func failOnce(_ name: String, with status: Int) { state.withLock { $0.failures[name] = status } }

    /// From now on the server publishes another identity of a device than its own.
    func swap(_ address: DeviceAddress, for identity: SignedIdentity?) {
        state.withLock { $0.swaps[address] = identity }
    }

    func withholdVouches() { state.withLock { $0.withholdsVouches = true } }

    /// From now on the server knows as little about how calls ended as a restarted one.
    func forgetEnds() { state.withLock { $0.forgetsEnds = true } }

    private func swapped(_ body: Data) -> Data {
        let (swaps, withholds) = state.withLock { ($0.swaps, $0.withholdsVouches) }
        guard !swaps.isEmpty || withholds, var answer = try? JSONDecoder().decode(PublicKeysResponse.self, from: body)
        else {
            return body
        }
        if withholds { answer.vouches = [] }
        for (address, identity) in swaps { answer.identities?[address.description] = identity.text }
        return (try? JSONEncoder().encode(answer)) ?? body
    }

    // MARK: - Signals

    func connect(_ address: DeviceAddress) async throws(SocketError) -> SignalingSocket {
        await state.withLock({ $0.barred[address] })?.pass()
        guard let server = try? await starting.value else { throw .unreachable }
        let socket = SignalingSocket(try await server.socket(), of: address, self)
        state.withLock { $0.sockets[address] = socket }
        return socket
    }

    func cut(_ address: DeviceAddress) { state.withLock { $0.sockets.removeValue(forKey: address) }?.close() }

    /// Returns once the server no longer does.
    func isOffline(_ address: DeviceAddress) async throws {
        while try await starting.value.isOnline(address.identity) { try await pause() }
    }

    /// Closes the device's socket, and admits none until `allow`. Returns once the server knows.
    func cutFor(_ address: DeviceAddress) async throws {
        let gate = Gate()
        gate.shut()
        state.withLock { $0.barred[address] = gate }
        cut(address)
        try await isOffline(address)
    }

    /// Returns once the device is online again.
    func allow(_ address: DeviceAddress) async throws {
        state.withLock { $0.barred.removeValue(forKey: address) }?.open()
        try await isOnline(address)
    }

    /// Keeps the signals that are for the device until `letGo`.
    func holdBack(_ address: DeviceAddress) { state.withLock { $0.held[address] = [] } }

    func letGo(_ address: DeviceAddress) {
        deliver(state.withLock { $0.held.removeValue(forKey: address) } ?? [], to: address)
    }

    /// From now on a device gets the result of this for each signal to it.
    func change(for address: DeviceAddress, _ change: @escaping @Sendable (Signal) -> [Signal]) {
        state.withLock { $0.changes[address] = change }
    }

    func texts(for address: DeviceAddress) -> [E2EESignal] { state.withLock { $0.delivered[address] ?? [] } }

    /// Returns the signals that a device gets instead of one; nil for the signal itself.
    fileprivate func changed(_ signal: Signal, for address: DeviceAddress) -> [Signal]? {
        state.withLock { state in
            if case .e2ee(let text) = signal { state.delivered[address, default: []].append(text) }
            return state.changes[address]
        }.map { $0(signal) }.flatMap { $0 == [signal] ? nil : $0 }
    }

    /// Hands devices a signal that the server did not send.
    func deliver(_ signal: Signal, to addresses: [DeviceAddress]) {
        for address in addresses where !isHeld([signal], for: address) { deliver([signal], to: address) }
    }

    private func deliver(_ signals: [Signal], to address: DeviceAddress) {
        let socket = state.withLock { $0.sockets[address] }
        for signal in signals { socket?.inject(signal) }
    }

    /// Whether signals to the device are held back.
    fileprivate func isHeld(_ signals: [Signal], for address: DeviceAddress) -> Bool {
        state.withLock { state in
            state.held[address]?.append(contentsOf: signals)
            return state.held[address] != nil
        }
    }

    fileprivate func sent(_ signal: Signal, by address: DeviceAddress) {
        let line = "\(address.userID) \(signal.kind.rawValue)"
        state.withLock { $0.signals.append(line) }
        Task { await received.append(line) }
    }

    // MARK: - Requests

    func perform(
        _ request: HTTPRequest, of device: DeviceAddress
    ) async throws(HTTPTransportError) -> HTTPResponse {
        guard let server = try? await starting.value else { throw .unreachable }
        let path = (URLComponents(string: request.url)?.path ?? "").replacing("/app/api", with: "")
        let name = String(path.split(separator: "/").last ?? "")
        await before[name]?.pass()
        let body = request.body ?? Data()
        let ended = try? JSONDecoder().decode(EndCallRequest.self, from: body).callId
        let line = "\(device.userID) \(request.method.rawValue) \(path)" + (name == "end" ? " \(ended ?? 0)" : "")
        state.withLock { $0.log.append(line) }
        await requests.append(line)
        if request.method != .get, let code = state.withLock({ $0.refusals[name] }) {
            let body = try? JSONEncoder().encode(ErrorEnvelope(code, title: "No."))
            return HTTPResponse(status: code.status, body: body ?? Data())
        }
        if request.method == .get, let status = state.withLock({ $0.failures.removeValue(forKey: name) }) {
            return HTTPResponse(status: status, body: Data())
        }
        var response = try await server.perform(request)
        response.headers["date"] = clock.withLock { $0 }.map(Self.httpDate)
        if name == "publicKeys" { response.body = swapped(response.body) }
        if name == "participants", request.method == .get { response.body = list(response.body) }
        if name == "active", state.withLock({ $0.forgetsEnds }) { response.body = withoutEnds(response.body) }
        if name == "participants", request.method == .put { await status(body, of: device) }
        await after[name]?.pass()
        return response
    }

    private func status(_ body: Data, of device: DeviceAddress) async {
        guard let status = try? JSONDecoder().decode(UpdateParticipantRequest.self, from: body).status else { return }
        let line = "\(device.userID) \(status.rawValue)"
        state.withLock { $0.statuses.append(line) }
        await told.append(line)
    }

    private func withoutEnds(_ body: Data) -> Data {
        guard var answer = try? JSONDecoder().decode(ActiveCallResponse.self, from: body) else { return body }
        answer.ended = nil
        return (try? JSONEncoder().encode(answer)) ?? body
    }

    /// Returns the server's list, as the test has changed it.
    private func list(_ body: Data) -> Data {
        let (list, feeds) = state.withLock { ($0.list, $0.feeds) }
        if let list { return Data(list.utf8) }
        guard !feeds.isEmpty, var answer = try? JSONDecoder().decode(ParticipantsResponse.self, from: body)
        else { return body }
        for index in answer.participants.indices {
            if let feed = feeds[answer.participants[index].userId] { answer.participants[index].feedId = feed }
        }
        return (try? JSONEncoder().encode(answer)) ?? body
    }

    // MARK: - Parts

    /// Returns a date in the form of RFC 9110 section 5.6.7.
    private static func httpDate(_ date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: date)
    }

    static func about(_ device: DeviceAddress, _ kind: SignalKind, _ id: CallID) -> Signal {
        .sample(
            kind, call: id, user: UserID(device.userID), device: DeviceID(device.deviceID),
            text: "User \(device.userID)")
    }
}

extension DeviceAddress {
    var identity: DeviceIdentity { DeviceIdentity(user: UserID(userID), device: DeviceID(deviceID)) }
}

/// The requests and sockets of one device.
struct DeviceConnections: HTTPTransport, SocketDialing {
    let server: TestServer
    let device: DeviceAddress

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await server.perform(request, of: device)
    }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        try await server.connect(device)
    }
}

/// A device's socket to the server's STOMP sessions, whose signals the test can hold back.
final class SignalingSocket: MessageSocket {
    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let inner: InProcessSocket
    private let device: DeviceAddress
    private let server: TestServer

    fileprivate init(_ inner: InProcessSocket, of device: DeviceAddress, _ server: TestServer) {
        let (events, continuation) = AsyncStream.makeStream(of: SocketEvent.self)
        (self.events, self.continuation) = (events, continuation)
        (self.inner, self.device, self.server) = (inner, device, server)
        Task { [weak server] in
            for await event in inner.events {
                if case .text(let text) = event, let signal = Self.signal(in: text, "MESSAGE") {
                    if server?.isHeld([signal], for: device) == true { continue }
                    if let others = server?.changed(signal, for: device) {
                        for other in others { continuation.yield(.text(Self.frame(other, for: device))) }
                        continue
                    }
                }
                if case .text(let text) = event {
                    continuation.yield(.text(Self.withoutBeats(text)))
                } else {
                    continuation.yield(event)
                }
            }
            continuation.finish()
        }
    }

    func send(_ text: String) throws(SocketError) {
        if let signal = Self.signal(in: text, "SEND") { server.sent(signal, by: device) }
        try inner.send(Self.withoutBeats(text))
    }

    /// Neither side waits for heart-beats: the client's clock jumps.
    private static func withoutBeats(_ frame: String) -> String {
        guard frame.hasPrefix("CONNECT") else { return frame }
        return frame.replacing("heart-beat:10000,10000", with: "heart-beat:0,0")
    }

    func close() { inner.close() }

    fileprivate func inject(_ signal: Signal) { continuation.yield(.text(Self.frame(signal, for: device))) }

    private static func frame(_ signal: Signal, for device: DeviceAddress) -> String {
        "MESSAGE\nsubscription:sub-\(device.deviceID)\nmessage-id:\(UUID())\n"
            + "destination:\(Signal.inbox(of: DeviceID(device.deviceID)))\n"
            + "content-type:application/json\n\n\(String(decoding: signal.json(), as: UTF8.self))\0"
    }

    private static func signal(in frame: String, _ command: String) -> Signal? {
        guard frame.hasPrefix(command + "\n"), let body = frame.range(of: "\n\n") else { return nil }
        return Signal(json: Array(frame[body.upperBound...].prefix { $0 != "\0" }.utf8))
    }
}
