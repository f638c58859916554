import ECallAPI
import Foundation
import Testing

@testable import ECallServer

/// Random histories: whatever happens in whatever order, these hold after every step.
@Suite("Random histories", .timeLimit(.minutes(1)))
struct SwitchboardHistoryTests {
    /// SplitMix64: repeatable from its seed.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    @Test("Invariants hold in 300 histories of 120 steps")
    func histories() {
        let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64(1 << 40))
        print("SEED=\(seed)")
        for number in 0..<UInt64(300) {
            var generator = Generator(state: seed &+ number)
            play(&generator, "SEED=\(seed) history \(number)")
        }
    }

    private func play(_ generator: inout Generator, _ name: String) {
        let people = [Cast.alice, Cast.alice2, Cast.bob, Cast.bob2, Cast.carol, Cast.dave]
        var board = Switchboard()
        var now = Timestamp(milliseconds: 1_000_000)
        var rooms: Set<RoomID> = []
        var nextID: UInt64 = 1
        for step in 0..<120 {
            now = Timestamp(milliseconds: now.milliseconds + Int64.random(in: 0...20_000, using: &generator))
            let who = people.randomElement(using: &generator) ?? Cast.alice
            let id = board.calls.keys.sorted().randomElement(using: &generator) ?? 1
            let event = event(Int.random(in: 0..<12, using: &generator), who, id, &nextID, &generator)
            let before = board.calls
            let outcome = board.handle(event, now: now)
            check(board, before, outcome, event, &rooms, now, "\(name) step \(step)")
        }
        // Left alone, every call ends.
        for _ in 0..<10 {
            for device in people { _ = board.handle(.sessionClosed(device.device), now: now) }
            now = now.advanced(bySeconds: 61)
            _ = board.handle(.tick, now: now)
        }
        #expect(board.calls.isEmpty, "\(name)")
        #expect(board.deadline == nil, "\(name)")
        #expect(people.allSatisfy { board.call(of: $0.user) == nil }, "\(name)")
    }

    private func event(
        _ kind: Int, _ who: DeviceIdentity, _ id: CallID, _ nextID: inout UInt64, _ generator: inout Generator
    ) -> CallEvent {
        switch kind {
        case 0, 1:
            nextID += 1
            let others = [UserID(1), 2, 3, 4].filter { $0 != who.user }.shuffled(using: &generator)
            let callees = others.prefix(Int.random(in: 1...3, using: &generator)).map { user in
                CallStart.Callee(
                    user: user, name: "", isAvailable: true,
                    keys: Dictionary(uniqueKeysWithValues: (Cast.devices[user] ?? []).map { ($0, "k") }))
            }
            return .start(
                CallStart(
                    id: CallID(nextID), caller: who, callerName: "", room: RoomID(nextID), isVideo: false,
                    callees: callees))
        case 2, 3, 4: return .join(id, by: who)
        case 5: return .end(Bool.random(using: &generator) ? id : nil, by: who)
        case 6: return .sessionOpened(who.device)
        case 7: return .sessionClosed(who.device)
        case 8:
            return .update(id, UpdateParticipantRequest(callId: nil, userId: nil, status: .connected), by: who)
        case 9:
            return .feedPublished(FeedID(UInt64.random(in: 1...9, using: &generator)), in: RoomID(id.rawValue), by: who)
        case 10: return .deviceRemoved(who)
        default: return .tick
        }
    }

    private func check(
        _ board: Switchboard, _ before: [CallID: LiveCall], _ outcome: CallOutcome, _ event: CallEvent,
        _ endedRooms: inout Set<RoomID>, _ now: Timestamp, _ name: String
    ) {
        var seen: Set<UserID> = []
        for call in board.calls.values {
            // One key host, and it is in the call.
            #expect(call[call.keyHost]?.isInCall == true, "\(name)")
            // A call has somebody to talk with, or somebody who may answer.
            #expect(call.inCall.count >= 2 || (call.inCall.count == 1 && !call.ringing.isEmpty), "\(name)")
            for member in call.members where member.isInCall || member.status == .inviting {
                #expect(seen.insert(member.user).inserted, "a user in two calls: \(name)")
                #expect(board.call(of: member.user)?.id == call.id, "\(name)")
                #expect((member.device != nil) == member.isInCall, "\(name)")
            }
            #expect(call.members.allSatisfy { ($0.status == .inviting) == !$0.ringing.isEmpty }, "\(name)")
            #expect(!endedRooms.contains(call.room), "\(name)")
        }
        if case .tick = event, let deadline = board.deadline { #expect(deadline > now, "\(name)") }
        for effect in outcome.effects {
            guard case .endRoom(let room) = effect else { continue }
            #expect(endedRooms.insert(room).inserted, "a room ended twice: \(name)")
        }
        // A call that is gone has ended its room, and every device that rang or talked was told.
        for (id, call) in before where board.calls[id] == nil {
            #expect(endedRooms.contains(call.room), "\(name)")
            for member in call.members {
                let devices = member.ringing.union(member.isInCall ? [member.device].compactMap(\.self) : [])
                for device in devices {
                    let wasTold = outcome.effects.contains { effect in
                        guard case .deliver(let signal, device) = effect else { return false }
                        return signal.kind == .callEnded || signal.kind == .callCancelled
                    }
                    #expect(wasTold || isExcused(device, member, event), "\(device) not told: \(name)")
                }
            }
        }
    }

    /// Who asked needs no telling; who was taken for gone, or signed out, cannot be told.
    private func isExcused(_ device: DeviceID, _ member: CallMember, _ event: CallEvent) -> Bool {
        switch event {
        case .end(_, let identity), .deviceRemoved(let identity): identity.device == device
        case .start(let start): start.caller.device == device
        case .tick: member.isInCall && member.awaySince != nil
        default: false
        }
    }
}
