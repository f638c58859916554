import ECallAPI
import TestSupport

@testable import CallEngine

/// The invariants after every step of a history. Keeps a separate account of the signals to each device, and of the stored calls.
struct HistoryChecker {
    /// The calls that each device believes to ring on it.
    private var ringing: [DeviceID: Set<CallID>] = [:]
    private var endedRooms: Set<RoomID> = []
    /// The state that the next server would find after a kill now.
    private(set) var stored: [CallID: LiveCall]
    private var before: [CallID: LiveCall]
    /// Calls of an earlier server, in which a repeated request may ring once more.
    private var restored: Set<CallID> = []
    /// All calls of an earlier server.
    private var reborn: Set<CallID> = []
    /// Blocked users by blocker.
    private let blockers: [UserID: UserID]

    init(_ board: ActiveCalls, blockers: [UserID: UserID] = [:]) {
        self.blockers = blockers
        before = board.calls
        stored = board.calls
        for call in board.calls.values {
            for device in call.members.flatMap(\.ringing) { ringing[device, default: []].insert(call.id) }
        }
    }

    /// Continues after a restart with the stored calls.
    mutating func restarted(_ board: inout ActiveCalls) {
        before = board.calls
        restored = board.restored
        reborn = Set(board.calls.keys)
        for (id, change) in board.takeChanges().changed { stored[id] = change.after }
    }

    /// The first violated invariant; nil if all hold.
    mutating func check(
        _ board: inout ActiveCalls, _ event: CallEngineEvent, _ outcome: CallOutcome, _ now: Timestamp
    ) -> String? {
        for (id, change) in board.takeChanges().changed {
            if change.before != stored[id] { return "what changed is not what was stored" }
            stored[id] = change.after
        }
        defer {
            before = board.calls
            restored = board.restored
        }
        return checkCalls(board) ?? checkHold(board, outcome, event) ?? checkEffects(board, outcome) ?? checkEnds(
            board, outcome, event)
            ?? checkHost(board, outcome) ?? checkTelling(board, outcome) ?? checkRinging(board, outcome, event)
            ?? checkInvitations(board) ?? checkTime(board, event, now) ?? checkCounts(board)
    }

    // MARK: - The state

    private func checkCalls(_ board: ActiveCalls) -> String? {
        /// A user is in one call, is rung by one, and has one on hold.
        var seen: Set<[UInt64]> = []
        for call in board.calls.values {
            if call[call.keyHost]?.isInCall != true { return "the key host is not in the call" }
            if call.participants(for: 0).count(where: \.isHostKey) != 1 { return "not exactly one key host" }
            if call.inCall.count + call.ringing.count < 2 || call.inCall.isEmpty {
                return "a call with nobody to talk with"
            }
            if call.members.count(where: \.hasSeat) > board.limits.participants { return "too many in a call" }
            if call.unmuted(except: 0) > board.limits.unmuted { return "too many are heard" }
            if endedRooms.contains(call.room) { return "a call in a room that has ended" }
            for member in call.members {
                if member.hasSeat, !member.isShielded {
                    let rank = UInt64(call.rank(of: member.user))
                    if !seen.insert([member.user.rawValue, rank]).inserted { return "a user in two calls" }
                    let calls = board.calls(of: member.user)
                    if !calls.contains(where: { $0.id == call.id }) { return "a user's call is not found" }
                    if calls.count > 2 { return "a user in three calls" }
                    if calls.map({ $0.rank(of: member.user) }).sorted() != calls.map({ $0.rank(of: member.user) }) {
                        return "a user's call is not the first"
                    }
                }
                if member.isInCall, member.isRemoved == true { return "somebody who was put out is in the call" }
                if (member.device != nil) != member.isInCall, member.hasSeat { return "a seat and no device" }
                if (member.status == .inviting && !member.isShielded) == member.ringing.isEmpty {
                    return "rings on no device, or rings and is not invited"
                }
                if (member.status == .inviting) != (member.ringUntil != nil) { return "rings without end" }
            }
        }
        return stored == board.calls ? nil : "what is stored is not what is"
    }

    /// A swap changes both calls, or neither.
    private func checkHold(_ board: ActiveCalls, _ outcome: CallOutcome, _ event: CallEngineEvent) -> String? {
        guard case .hold(let id, let identity, let other) = event else { return nil }
        guard outcome.refusal == nil else {
            return board.calls == before && outcome.effects.isEmpty ? nil : "a refused hold changed something"
        }
        if board.calls[id]?[identity.user]?.isOnHold != true { return "a call is not on hold" }
        guard let other else { return nil }
        return board.call(on: identity)?.id == other ? nil : "the device is not in the call that it resumed"
    }

    private func checkTime(_ board: ActiveCalls, _ event: CallEngineEvent, _ now: Timestamp) -> String? {
        guard case .tick = event, let deadline = board.deadline, deadline <= now else { return nil }
        return "what was due was not done"
    }

    private func checkCounts(_ board: ActiveCalls) -> String? {
        let (metrics, calls) = (board.metrics, board.calls.values)
        if metrics.started != metrics.ended + calls.count { return "calls do not add up" }
        if metrics.rung != metrics.rings.values.reduce(0, +) + calls.map(\.ringing.count).reduce(0, +) {
            return "invitations do not add up"
        }
        let waiting = calls.map(\.rejoins.count).reduce(0, +)
        return metrics.asked == metrics.rejoins.values.reduce(0, +) + waiting ? nil : "rejoins do not add up"
    }

    // MARK: - What is told

    /// No device is notified of a foreign call, and no busy user is rung.
    private func checkEffects(_ board: ActiveCalls, _ outcome: CallOutcome) -> String? {
        for effect in outcome.effects {
            switch effect {
            case .ring(let invitation, let device):
                let id = invitation.call
                guard let user = invitation.callee?.user else { return "an invitation to nobody" }
                if board.calls[id]?[user]?.ringing.contains(device.device) != true {
                    return "a device rings that does not"
                }
                if before.values.contains(where: {
                    $0.id != id && $0.isBusy(user, for: device) && board.calls[$0.id] != nil
                }) {
                    return "somebody busy is rung"
                }
                if ringing[device.device]?.contains(id) == true, !restored.contains(id) {
                    return "a device is rung twice"
                }
                if blockers[user] == invitation.caller.user { return "somebody blocked gets through" }
            case .give(let signal, let device):
                if signal.call.flatMap({ board.calls[$0] })?.hasJoined(device) != true {
                    return "an E2EE message is given to a device that is not in its call"
                }
            case .deliver, .end, .cancel:
                if let problem = checkRecipients(of: effect, board) { return problem }
            case .record, .interaction, .endRoom: continue
            case .expel(let device, _):
                if board.calls.values.contains(where: { $0[device.user]?.isRemoved == true }) { continue }
                return "somebody is expelled who was not put out"
            }
        }
        return nil
    }

    private func checkRecipients(of effect: CallEffect, _ board: ActiveCalls) -> String? {
        guard let (signal, devices) = effect.addressed, let id = signal.call else { return "a signal without a call" }
        if devices.isEmpty { return "a signal to nobody" }
        let calls = [before[id], board.calls[id]].compactMap(\.self)
        for device in devices {
            let isOver = effect.ends(id, on: device)
            // After the end of a call only that end is signalled, to a device that asks.
            if calls.isEmpty, isOver { continue }
            if !calls.contains(where: { $0.isKnown(on: device, atAll: isOver) }) {
                return "\(signal.kind.rawValue) to somebody who is not in the call"
            }
        }
        return nil
    }

    /// A removed call has ended everywhere: its room, its record, on every device.
    private mutating func checkEnds(
        _ board: ActiveCalls, _ outcome: CallOutcome, _ event: CallEngineEvent
    ) -> String? {
        for case .endRoom(let room) in outcome.effects {
            guard endedRooms.insert(room).inserted else { return "a room ended twice" }
        }
        for (id, call) in before where board.calls[id] == nil {
            guard endedRooms.contains(call.room) else { return "a call ended without its room" }
            let isRecorded = outcome.effects.contains {
                guard case .record(let snapshot) = $0 else { return false }
                return snapshot.id == id && snapshot.endedAt != nil
                    && !snapshot.members.contains { [.inviting, .accepted, .connected].contains($0.status) }
            }
            guard isRecorded else { return "an end that is not recorded" }
            for member in call.members {
                let inside = member.isInCall ? [member.device].compactMap(\.self) : []
                for device in member.ringing.union(inside) where !isExcused(device, member, event) {
                    let isTold = outcome.effects.contains { $0.ends(id, on: Cast.identity(of: device)) }
                    if !isTold { return "the end was not told to a device" }
                }
            }
        }
        return nil
    }

    /// The requesting device need not be notified; one that was given up, or signed out, cannot be.
    private func isExcused(_ device: DeviceID, _ member: CallMember, _ event: CallEngineEvent) -> Bool {
        switch event {
        case .end(_, let identity, _), .deviceRemoved(let identity): identity.device == device
        case .start(let start): start.caller.device == device
        // It joins another call.
        case .join(_, let identity): identity.device == device
        case .tick: member.isInCall && member.awaySince != nil
        default: false
        }
    }

    /// A new key host is announced to everyone in the call; a new participant learns it from the answer.
    private func checkHost(_ board: ActiveCalls, _ outcome: CallOutcome) -> String? {
        for (id, call) in board.calls {
            guard let old = before[id], old.keyHost != call.keyHost else { continue }
            for device in call.devices() where before[id]?.devices().contains(device) == true {
                let isNamed = outcome.effects.contains { $0.names(call.keyHost, .handoverHost, in: id, to: device) }
                if !isNamed { return "a new key host is not named" }
            }
        }
        return nil
    }

    /// Joins, leaves and holds are signalled to all others in the call.
    private func checkTelling(_ board: ActiveCalls, _ outcome: CallOutcome) -> String? {
        for (id, call) in board.calls {
            for member in call.members {
                guard let was = before[id]?[member.user] else { continue }
                let kind: SignalKind? =
                    switch (was.isInCall, member.isInCall) {
                    case (false, true): .participantJoined
                    case (true, false): .participantLeft
                    case (true, true) where was.device != member.device: .participantLeft
                    case (true, true) where !was.isOnHold && member.isOnHold: .participantUpdated
                    default: nil
                    }
                guard let kind else { continue }
                for device in call.devices(except: member.identity) where before[id]?.devices().contains(device) == true
                {
                    let isTold = outcome.effects.contains { $0.names(member.user, kind, in: id, to: device) }
                    if !isTold { return "\(kind.rawValue) was not told" }
                }
            }
        }
        return nil
    }

    /// A device rings from its invitation until it answers, declines, or is stopped.
    private mutating func checkRinging(
        _ board: ActiveCalls, _ outcome: CallOutcome, _ event: CallEngineEvent
    ) -> String? {
        for effect in outcome.effects {
            switch effect {
            case .ring(let invitation, let device): ringing[device.device, default: []].insert(invitation.call)
            case .end(let end, let devices), .cancel(let end, let devices):
                for device in devices { ringing[device.device]?.remove(end.call) }
            default: continue
            }
        }
        switch event {
        case .join(let id, let identity), .rejoin(let id, let identity):
            if outcome.refusal == nil { ringing[identity.device]?.remove(id) }
        case .end(_, let identity, _):
            if let id = outcome.call { ringing[identity.device]?.remove(id) }
        case .deviceRemoved(let identity): ringing[identity.device] = nil
        default: break
        }
        var rung: [DeviceID: Set<CallID>] = [:]
        for call in board.calls.values {
            for device in call.members.flatMap(\.ringing) { rung[device, default: []].insert(call.id) }
        }
        return ringing.filter { !$0.value.isEmpty } == rung ? nil : "a device rings, or does not, without being told"
    }

    /// A device that asks gets the invitation that rings on it, with its own key, unless an earlier server rang it.
    private func checkInvitations(_ board: ActiveCalls) -> String? {
        for device in Cast.devices.values.joined() {
            let rung = board.calls.values.filter { $0.members.contains { $0.ringing.contains(device) } }.map(\.id)
            guard let given = board.invitations(ringing: Cast.identity(of: device)) else {
                if Set(rung).isDisjoint(with: board.restored.union(reborn)) { return "what rings is not known" }
                continue
            }
            if given.map(\.call) != rung.sorted() { return "what rings is not what is given" }
            if given.contains(where: { $0.callee?.device != device }) { return "a device is given another's ring" }
        }
        return Set(board.invitations.keys).isSubset(of: board.calls.keys) ? nil : "keys of a call that is over are kept"
    }
}

extension LiveCall {
    /// Whether the user knowingly rings or talks in it.
    fileprivate func isBusy(_ user: UserID, for device: DeviceIdentity) -> Bool {
        guard let member = self[user], member.hasSeat, !member.isShielded else { return false }
        return !(member.isInCall && !member.isOnHold && member.device == device.device && member.takesCalls == true)
    }

    /// Whether the call belongs to this device, or to its user at all.
    fileprivate func isKnown(on device: DeviceIdentity, atAll: Bool) -> Bool {
        if concerns(device) || awaitingDevices.contains(device) { return true }
        return atAll && members.contains { $0.user == device.user && !$0.isUnaware }
    }
}

extension CallEffect {
    fileprivate func ends(_ call: CallID, on device: DeviceIdentity) -> Bool {
        switch self {
        case .end(let end, let devices), .cancel(let end, let devices): end.call == call && devices.contains(device)
        default: false
        }
    }

    fileprivate func names(_ user: UserID, _ kind: SignalKind, in call: CallID, to device: DeviceIdentity) -> Bool {
        guard case .deliver(let signal, let devices) = self, devices.contains(device) else { return false }
        return signal.kind == kind && signal.call == call && signal.participant == user
    }
}
