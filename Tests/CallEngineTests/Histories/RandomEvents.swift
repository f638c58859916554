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
        switch generator.below(31) {
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
        case 25, 26, 27, 28: return swap(in: board, id, who)
        default: return .tick
        }
    }

    /// A device in two calls swaps them for most steps, in either order. One that is rung beside its call gets there first.
    private mutating func swap(in board: ActiveCalls, _ id: CallID, _ who: DeviceIdentity) -> CallEngineEvent {
        let calls = board.calls.values.sorted { $0.id < $1.id }
        if generator.below(5) != 0 {
            for device in Self.people.shuffled(using: &generator) {
                let joined = calls.filter { $0.hasJoined(device) }
                if joined.count > 1 {
                    let pair = joined.shuffled(using: &generator)
                    return .hold(pair[0].id, by: device, resuming: pair[1].id)
                }
                guard let first = joined.first, let member = first[device.user] else { continue }
                if let second = calls.first(where: { $0[device.user]?.ringing.contains(device.device) == true }) {
                    return member.isOnHold ? .join(second.id, by: device) : .hold(first.id, by: device)
                }
                return rung(device, member, in: first, calls)
            }
        }
        return .hold(id, by: insider(of: id, board) ?? who, resuming: calls.first?.id ?? 1)
    }

    /// The next step to a second call that rings on the device.
    private mutating func rung(
        _ device: DeviceIdentity, _ member: CallMember, in call: LiveCall, _ calls: [LiveCall]
    ) -> CallEngineEvent {
        let free = Self.people.filter { person in calls.allSatisfy { $0[person.user]?.hasSeat != true } }
        guard member.takesCalls == true, let caller = free.randomElement(using: &generator) else {
            return .update(
                call.id, UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true), by: device)
        }
        if member.awaySince != nil { return .sessionOpened(device) }
        nextID += 1
        let keys = Dictionary(uniqueKeysWithValues: (Cast.devices[device.user] ?? []).map { ($0, "k") })
        let callee = CallStart.Callee(
            user: device.user, name: "", isAvailable: true, keys: keys,
            isShielded: caller.user == 2 && device.user == 4)
        return .start(
            CallStart(
                id: CallID(nextID), caller: caller, callerName: "", room: RoomID(nextID), isVideo: false,
                callees: [callee]))
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
