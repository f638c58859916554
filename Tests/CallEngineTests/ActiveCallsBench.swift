import ECallAPI
import TestSupport

@testable import CallEngine

/// A call state machine with a clock; effects are read as short lines.
struct ActiveCallsBench {
    static let call: CallID = 900
    static let room: RoomID = 77

    var activeCalls: ActiveCalls
    private(set) var now: Timestamp

    init(
        limits: ActiveCalls.Limits = .init(), online: [DeviceIdentity] = [],
        at now: Timestamp = Timestamp(milliseconds: 1_000_000)
    ) {
        self.now = now
        activeCalls = ActiveCalls(limits: limits)
        for identity in online { _ = activeCalls.handle(.sessionOpened(identity), now: now) }
    }

    /// All devices online.
    static var everybody: Self {
        Self(online: [Cast.alice, Cast.alice2, Cast.bob, Cast.bob2, Cast.carol, Cast.dave, Cast.erin])
    }

    /// Alice calls bob, who answers on device 21; both are connected.
    static var connectedPair: Self {
        var bench = everybody
        _ = bench.start()
        _ = bench.send(.join(call, by: Cast.bob))
        bench.connect(Cast.alice)
        bench.connect(Cast.bob)
        return bench
    }

    /// Alice, bob and carol, who joined in this order, a second apart.
    static var connectedThree: Self {
        var bench = everybody
        _ = bench.start(callees: [2, 3])
        for person in [Cast.bob, Cast.carol] {
            bench.advance(1)
            _ = bench.send(.join(call, by: person))
        }
        for person in [Cast.alice, Cast.bob, Cast.carol] { bench.connect(person) }
        return bench
    }

    mutating func advance(_ seconds: Int) { now = now.advanced(bySeconds: seconds) }

    mutating func connect(_ identity: DeviceIdentity) {
        _ = send(
            .update(Self.call, UpdateParticipantRequest(callId: nil, userId: nil, status: .connected), by: identity))
    }

    /// Alice starts a call, with keys for every device unless `keyless`, or for those of `devices`.
    mutating func start(
        id: CallID = call, room: RoomID = room, by caller: DeviceIdentity = Cast.alice, callees: [UserID] = [2],
        keyless: Set<UserID> = [], unavailable: Set<UserID> = [], devices: [UserID: [DeviceID]] = [:]
    ) -> Result {
        send(
            .start(
                Self.request(
                    id: id, room: room, by: caller, callees: callees, keyless: keyless, unavailable: unavailable,
                    devices: devices)))
    }

    static func request(
        id: CallID, room: RoomID, by caller: DeviceIdentity, callees: [UserID], keyless: Set<UserID> = [],
        unavailable: Set<UserID> = [], devices: [UserID: [DeviceID]] = [:]
    ) -> CallStart {
        CallStart(
            id: id, caller: caller, callerName: "caller", room: room, isVideo: true,
            callees: people(callees, keyless: keyless, unavailable: unavailable, devices: devices))
    }

    mutating func invite(
        _ callees: [UserID], by inviter: DeviceIdentity, shielded: Set<UserID> = [], keyless: Set<UserID> = [],
        unavailable: Set<UserID> = []
    ) -> Result {
        let people = Self.people(callees, keyless: keyless, unavailable: unavailable, shielded: shielded)
        return send(.invite(Self.call, CallInvite(inviter: inviter, inviterName: "inviter", callees: people)))
    }

    static func invitation(
        _ callees: [UserID], by inviter: DeviceIdentity, shielded: Set<UserID> = []
    ) -> CallInvite {
        CallInvite(inviter: inviter, inviterName: "inviter", callees: people(callees, shielded: shielded))
    }

    private static func people(
        _ users: [UserID], keyless: Set<UserID> = [], unavailable: Set<UserID> = [], shielded: Set<UserID> = [],
        devices: [UserID: [DeviceID]] = [:]
    ) -> [CallStart.Callee] {
        users.map { user in
            let keys = keyless.contains(user) ? [] : devices[user] ?? Cast.devices[user] ?? []
            return CallStart.Callee(
                user: user, name: "user \(user)", isAvailable: !unavailable.contains(user),
                keys: Dictionary(uniqueKeysWithValues: keys.map { ($0, "key-\($0)") }),
                isShielded: shielded.contains(user))
        }
    }

    struct Result: Equatable {
        let lines: [String]
        let refusal: CallRefusal?
    }

    mutating func send(_ event: CallEngineEvent) -> Result {
        let outcome = activeCalls.handle(event, now: now)
        return Result(lines: outcome.effects.flatMap(Self.lines), refusal: outcome.refusal)
    }

    mutating func tick(after seconds: Int) -> [String] {
        advance(seconds)
        return send(.tick).lines
    }

    /// An effect as a line for each of its devices; none for records.
    static func lines(_ effect: CallEffect) -> [String] {
        switch effect {
        case .deliver, .end, .cancel:
            guard let (signal, devices) = effect.addressed else { return [] }
            let subject = signal.participant.map { " \($0)" } ?? ""
            let status = signal.status.map { " \($0)" } ?? ""
            return devices.map { "\(signal.kind.rawValue)\(subject)\(status) → \($0.device)" }
        case .ring(let invitation, let device): return ["ring \(invitation.encryptedAESKey) → \(device.device)"]
        case .give(let signal, let device):
            guard case .e2ee(let message) = signal else { return [] }
            return ["give \(message.kind.rawValue) of \(message.sender ?? 0) → \(device.device)"]
        case .endRoom(let room): return ["end room \(room)"]
        case .expel(let device, let room): return ["expel \(device.device) from \(room)"]
        case .interaction(let one, let other, _): return ["interaction \(one) \(other)"]
        case .record: return []
        }
    }

    func status(_ user: UserID) -> ParticipantStatus? { activeCalls.calls[Self.call]?[user]?.status }
    var keyHost: UserID? { activeCalls.calls[Self.call]?.keyHost }
}
