import ECallAPI
import ECallCore
import ECallSecurity
import Foundation
import Synchronization
import TestSupport

/// The server of the tests: keeps calls, rings, relays signals. Much simpler than the real one, and it can be made to wait.
final class CallServerDouble: Sendable {
    struct Call {
        let room: RoomID
        var joined: [DeviceAddress]
        var ringing: [DeviceAddress]
        var host: DeviceAddress
        var isOver = false
    }

    private struct State {
        var calls: [CallID: Call] = [:]
        var keys: [String: String] = [:]
        var sockets: [DeviceAddress: SignalingSocket] = [:]
        var barred: Set<DeviceAddress> = []
        var log: [String] = []
        var list: String?
        var statuses: [String] = []
        var signals: [String] = []
        var feeds: [UInt64: UInt64] = [:]
        var held: [DeviceAddress: [Signal]] = [:]
    }

    private let state = Mutex(State())
    /// Before a request is carried out, and after it but before its answer, by the last part of the path.
    let before: [String: Gate] = ["start": Gate(), "join": Gate(), "end": Gate()]
    let after: [String: Gate] = ["start": Gate(), "join": Gate(), "end": Gate(), "participants": Gate()]

    /// Answers with this instead of lists of participants.
    func answerLists(with json: String?) { state.withLock { $0.list = json } }

    /// Makes another device of the call key host, and tells everybody.
    func handOver(_ id: CallID, to device: DeviceAddress) {
        let devices = state.withLock { state in
            state.calls[id]?.host = device
            return state.calls[id]?.joined ?? []
        }
        deliver(Self.about(device, .handoverHost, id), to: devices)
    }

    /// What was asked for, such as `1 POST /call/end 7`.
    var log: [String] { state.withLock(\.log) }
    /// What devices said about themselves, such as `1 reconnecting`.
    var statuses: [String] { state.withLock(\.statuses) }
    /// What devices sent to each other, such as `2 request_aes_key`.
    var signals: [String] { state.withLock(\.signals) }
    /// The same, to wait for.
    let received = Recorder<String>()
    /// `log`, to wait for.
    let requests = Recorder<String>()
    /// Each status as it is told.
    let told = Recorder<String>()
    /// Lists name this feed for the device.
    func name(feed: UInt64, of device: DeviceAddress) { state.withLock { $0.feeds[device.userID] = feed } }

    /// The server has learned under which number somebody publishes: lists say so, and those in the call are told.
    func published(_ user: UInt64, as feed: UInt64) {
        let told = state.withLock { state -> [(Signal, [DeviceAddress])] in
            state.feeds[user] = feed
            return state.calls.compactMap { id, call in
                guard !call.isOver, let device = call.joined.first(where: { $0.userID == user }) else { return nil }
                let participant = ParticipantNotice(
                    call: id, user: UserID(device.userID), device: DeviceID(device.deviceID), name: nil)
                let update = ParticipantFeed(participant: participant, feed: FeedID(feed))
                return (.participantFeedUpdated(update), call.joined.filter { $0 != device })
            }
        }
        for (signal, devices) in told { deliver(signal, to: devices) }
    }
    func call(_ id: CallID) -> Call? { state.withLock { $0.calls[id] } }
    func register(_ address: DeviceAddress, key: String) { state.withLock { $0.keys[address.description] = key } }

    // MARK: - Signals

    func connect(_ address: DeviceAddress, _ socket: SignalingSocket) {
        state.withLock { $0.sockets[address] = socket }
    }

    func cut(_ address: DeviceAddress) {
        state.withLock { $0.sockets.removeValue(forKey: address) }?.close()
    }

    /// Closes the device's socket, and lets none in until `allow`.
    func cutFor(_ address: DeviceAddress) {
        state.withLock { _ = $0.barred.insert(address) }
        cut(address)
    }

    func allow(_ address: DeviceAddress) { state.withLock { _ = $0.barred.remove(address) } }
    func isBarred(_ address: DeviceAddress) -> Bool { state.withLock { $0.barred.contains(address) } }

    func deliver(_ signal: Signal, to addresses: [DeviceAddress]) {
        for address in addresses {
            let socket = state.withLock { state -> SignalingSocket? in
                guard state.held[address] == nil else {
                    state.held[address]?.append(signal)
                    return nil
                }
                return state.sockets[address]
            }
            socket?.deliver(signal)
        }
    }

    /// Keeps what is for the device until `letGo`.
    func holdBack(_ address: DeviceAddress) { state.withLock { $0.held[address] = [] } }

    func letGo(_ address: DeviceAddress) {
        for signal in state.withLock({ $0.held.removeValue(forKey: address) }) ?? [] { deliver(signal, to: [address]) }
    }

    /// Sends a signal of a device to the one it names, with its sender.
    func relay(_ signal: Signal, from sender: DeviceAddress) {
        let line = "\(sender.userID) \(signal.kind.rawValue)"
        state.withLock { $0.signals.append(line) }
        Task { await received.append(line) }
        guard let user = signal.route?.user, let device = signal.route?.device else { return }
        deliver(signal.sent(by: sender.identity), to: [DeviceAddress(userID: user.rawValue, deviceID: device.rawValue)])
    }

    // MARK: - Requests

    func perform(_ request: HTTPRequest, of device: DeviceAddress) async -> HTTPResponse {
        let path = (URLComponents(string: request.url)?.path ?? "").replacingOccurrences(of: "/app/api", with: "")
        let name = String(path.split(separator: "/").last ?? "")
        await before[name]?.pass()
        let ((response, signals), statuses, logged) = state.withLock { state in
            let (known, lines) = (state.statuses.count, state.log.count)
            return (Self.answer(path, request, device, &state), state.statuses[known...], state.log[lines...])
        }
        for line in logged { await requests.append(line) }
        for (signal, addresses) in signals { deliver(signal, to: addresses) }
        for status in statuses { await told.append(status) }
        await after[name]?.pass()
        return response
    }

    private typealias Signals = [(Signal, [DeviceAddress])]

    private static func answer(
        _ path: String, _ request: HTTPRequest, _ device: DeviceAddress, _ state: inout State
    ) -> (HTTPResponse, Signals) {
        let parts = path.split(separator: "/").map(String.init)
        let body = request.body ?? Data()
        let ended = try? JSONDecoder().decode(EndCallRequest.self, from: body).callId
        let suffix = parts.last == "end" ? " \(ended ?? 0)" : ""
        state.log.append("\(device.userID) \(request.method.rawValue) \(path)\(suffix)")
        switch (parts.last, request.method) {
        case ("publicKeys", _): return (encoded(PublicKeysResponse(publicKeys: state.keys)), [])
        case ("start", _):
            guard let start = try? JSONDecoder().decode(StartCallRequest.self, from: body) else { return refusal }
            return self.start(start, device, &state)
        case ("end", _):
            let signals = ended.map { end($0, device, &state) } ?? []
            return (encoded(EndCallResponse(success: true)), signals)
        case (_, _) where parts.count == 3:
            let id = CallID(UInt64(parts[1]) ?? 0)
            guard let call = state.calls[id], !call.isOver else { return refusal }
            switch (parts[2], request.method) {
            case ("join", _): return join(id, device, &state)
            case ("participants", .get):
                if let list = state.list { return (HTTPResponse(status: 200, body: Data(list.utf8)), []) }
                let me = UserInfo(
                    id: UserID(device.userID), deviceId: DeviceID(device.deviceID), displayName: "Me", email: "",
                    phoneNumber: "")
                let list = list(call, id).map { participant in
                    var participant = participant
                    participant.feedId = state.feeds[participant.userId.rawValue].map { FeedID($0) }
                    return participant
                }
                return (encoded(ParticipantsResponse(participants: list, currentUser: me)), [])
            case ("participants", .put):
                let update = try? JSONDecoder().decode(UpdateParticipantRequest.self, from: body)
                if let status = update?.status { state.statuses.append("\(device.userID) \(status.rawValue)") }
                return (encoded(list(call, id)[0]), [])
            default: return (encoded(list(call, id)[0]), [])
            }
        default: return refusal
        }
    }

    private static func start(
        _ start: StartCallRequest, _ device: DeviceAddress, _ state: inout State
    ) -> (HTTPResponse, Signals) {
        let id = CallID(UInt64(state.calls.count + 7))
        let ringing = start.encryptedAESKeys.keys.compactMap { DeviceAddress($0) }
        let call = Call(room: start.roomId, joined: [device], ringing: ringing, host: device)
        state.calls[id] = call
        let signals = ringing.map { address -> (Signal, [DeviceAddress]) in
            let invitation = CallInvitation(
                call: id, room: start.roomId, caller: device.identity, callerName: "User \(device.userID)",
                isVideo: start.isVideo, encryptedAESKey: start.encryptedAESKeys[address.description] ?? "")
            return (.callInvitation(invitation), [address])
        }
        return (encoded(StartCallResponse(callRecord: record(call, id), offlineCallees: nil)), signals)
    }

    private static func join(
        _ id: CallID, _ device: DeviceAddress, _ state: inout State
    ) -> (HTTPResponse, Signals) {
        guard var call = state.calls[id] else { return refusal }
        var signals: Signals = []
        if !call.joined.contains(device) {
            signals = [(about(device, .participantJoined, id), call.joined)]
            call.joined.append(device)
            call.ringing.removeAll { $0 == device }
            state.calls[id] = call
        }
        return (encoded(record(call, id)), signals)
    }

    private static func end(_ id: CallID, _ device: DeviceAddress, _ state: inout State) -> Signals {
        guard var call = state.calls[id], !call.isOver else { return [] }
        let isDeclined = call.ringing.contains(device)
        call.joined.removeAll { $0 == device }
        call.ringing.removeAll { $0 == device }
        defer { state.calls[id] = call }
        guard call.joined.count + call.ringing.count <= 1 else {
            let left = (about(device, .participantLeft, id), call.joined)
            guard call.host == device, let next = call.joined.first else { return [left] }
            call.host = next
            return [left, (about(next, .handoverHost, id), call.joined)]
        }
        call.isOver = true
        return [(.callEnded(CallEnd(call: id, reason: isDeclined ? .declined : .hungUp)), call.joined + call.ringing)]
    }

    // MARK: - Parts

    static func about(_ device: DeviceAddress, _ kind: SignalKind, _ id: CallID) -> Signal {
        .sample(
            kind, call: id, user: UserID(device.userID), device: DeviceID(device.deviceID),
            text: "User \(device.userID)")
    }

    private static func list(_ call: Call, _ id: CallID) -> [Participant] {
        call.joined.map { device in
            Participant(
                userId: UserID(device.userID), deviceId: DeviceID(device.deviceID),
                displayName: "User \(device.userID)", isHost: device == call.host, callId: id,
                isHostKey: device == call.host, feedId: nil, isMuted: false, isVideoEnabled: true, status: .accepted)
        }
    }

    private static func record(_ call: Call, _ id: CallID) -> CallRecord {
        CallRecord(
            id: id, callType: .outgoing, callMediaType: .video, callCategory: .personal, startedAt: .now,
            answeredAt: nil, endedAt: nil, status: .calling, janusRoomId: call.room, duration: 0,
            participants: list(call, id))
    }

    private static func encoded(_ value: some Encodable) -> HTTPResponse {
        HTTPResponse(status: 200, body: (try? JSONEncoder().encode(value)) ?? Data())
    }

    private static var refusal: (HTTPResponse, Signals) {
        let body = Data(#"{"error":{"code":"ErrCallNotAvailable","status":410,"title":"Over","detail":""}}"#.utf8)
        return (HTTPResponse(status: 410, body: body), [])
    }
}

extension DeviceAddress {
    var identity: DeviceIdentity { DeviceIdentity(user: UserID(userID), device: DeviceID(deviceID)) }
}

/// The requests of one device.
struct DeviceTransport: HTTPTransport {
    let server: CallServerDouble
    let device: DeviceAddress

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        await server.perform(request, of: device)
    }
}
