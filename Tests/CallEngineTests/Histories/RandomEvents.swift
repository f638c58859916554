import ECallAPI
import TestSupport

@testable import CallEngine

/// Random events of five people with seven devices. Dave has blocked bob.
struct RandomEvents {
    static let people = [Cast.alice, Cast.alice2, Cast.bob, Cast.bob2, Cast.carol, Cast.dave, Cast.erin]

    var generator: SeededGenerator
    private var nextID: UInt64 = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The next event, likely one that is possible.
    mutating func next(for board: ActiveCalls) -> CallEngineEvent {
        let who = Self.people[Int(generator.below(UInt64(Self.people.count)))]
        let calls = board.calls.keys.sorted()
        let id = calls.isEmpty ? CallID(1) : calls[Int(generator.below(UInt64(calls.count)))]
        let room = RoomID(id.rawValue)
        switch generator.below(27) {
        case 0, 1:
            nextID += 1
            return .start(
                CallStart(
                    id: CallID(nextID), caller: who, callerName: "", room: RoomID(nextID), isVideo: false,
                    callees: callees(of: who)))
        case 2:
            let inviter = insider(of: id, board) ?? who
            return .invite(id, CallInvite(inviter: inviter, inviterName: "", callees: callees(of: inviter)))
        case 3, 4, 5, 6: return .join(id, by: rung(by: id, board) ?? who)
        case 7: return .requestRejoin(id, by: who)
        case 8: return .rejoin(id, by: waiting(for: id, board) ?? who)
        case 9, 10: return .end(generator.below(2) == 0 ? id : nil, by: who)
        case 11, 12, 13: return .sessionOpened(who)
        case 14: return generator.below(3) == 0 ? .sessionGoing(who) : .sessionClosed(who)
        case 15, 16:
            let status = UpdateParticipantRequest(callId: nil, userId: nil, status: .connected)
            return .update(id, status, by: insider(of: id, board) ?? who)
        case 17:
            let (feed, device) = (FeedID(generator.below(9) + 1), insider(of: id, board) ?? who)
            return generator.below(3) == 0
                ? .feedMedia(feed, in: room, by: device) : .feedPublished(feed, in: room, by: device)
        case 18: return generator.below(3) == 0 ? .deviceRemoved(who) : .feedGone(1, in: room, by: who)
        case 19: return .hold(id, by: insider(of: id, board) ?? who)
        case 20, 21:
            let ability = UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true)
            return .update(id, ability, by: insider(of: id, board) ?? who)
        case 22:
            let host = board.calls[id]?.members.first { $0.isHost }?.identity ?? who
            return generator.below(3) == 0 ? .askToMute(id, who.user, by: host) : .remove(id, who.user, by: host)
        case 23, 24:
            let muting = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: generator.below(2) == 0)
            return .update(id, muting, by: insider(of: id, board) ?? who)
        default: return .tick
        }
    }

    private mutating func callees(of who: DeviceIdentity) -> [CallStart.Callee] {
        let others = [UserID(1), 2, 3, 4, 5].filter { $0 != who.user }.shuffled(using: &generator)
        return others.prefix(Int(generator.below(3)) + 1).map { user in
            CallStart.Callee(
                user: user, name: "", isAvailable: generator.below(12) != 0,
                keys: Dictionary(uniqueKeysWithValues: (Cast.devices[user] ?? []).map { ($0, "k") }),
                isShielded: who.user == 2 && user == 4)
        }
    }

    /// Returns a participant for most steps, so that they are possible.
    private mutating func insider(of call: CallID, _ board: ActiveCalls) -> DeviceIdentity? {
        guard generator.below(4) != 0 else { return nil }
        return board.calls[call]?.inCall.compactMap { member in
            member.device.map { DeviceIdentity(user: member.user, device: $0) }
        }.randomElement(using: &generator)
    }

    private mutating func rung(by call: CallID, _ board: ActiveCalls) -> DeviceIdentity? {
        guard generator.below(3) != 0 else { return nil }
        return board.calls[call]?.members.flatMap { member in
            member.ringing.sorted().map { DeviceIdentity(user: member.user, device: $0) }
        }.randomElement(using: &generator)
    }

    private mutating func waiting(for call: CallID, _ board: ActiveCalls) -> DeviceIdentity? {
        guard generator.below(3) != 0 else { return nil }
        return board.calls[call]?.rejoins.map { DeviceIdentity(user: $0.key, device: $0.value.device) }
            .min { $0.device < $1.device }
    }
}
