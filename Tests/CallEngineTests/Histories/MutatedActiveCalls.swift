import ECallAPI
import TestSupport

@testable import CallEngine

/// Mutations of the machine, applied around it: the shipped machine does not contain them.
enum Mutation: String, CaseIterable, Sendable {
    /// The last device is not notified of a call's end.
    case endUntold
    case busyRung
    /// The key host leaves and keeps the role.
    case keyHostKept
    /// After an answer on one device, the others ring on.
    case ringsOn
    case endUnrecorded
    /// A stranger is notified of a join.
    case strangerTold
    case timeIgnored
    case roomKept
    /// A device comes into a call without a key.
    case uninvited
    /// A user in a call starts another.
    case twoCalls
    /// A decline is not counted.
    case uncounted
    case unstored
    /// Blocked people's invitations ring.
    case unshielded
    /// The remaining participants are not notified of a leave.
    case leaveUntold
    /// A call has more people than the limit.
    case crowded
    /// A removed participant comes back.
    case readmitted
    /// Every new participant is unmuted.
    case overheard
    /// A refused swap holds the running call.
    case halfSwapped
    /// The remaining participants are not notified of a hold.
    case holdUntold
    /// A swap holds the running call only.
    case notResumed
}

/// The machine with one of the mutations, or with none.
struct MutatedActiveCalls {
    var board: ActiveCalls
    private let mutation: Mutation?

    init(_ board: ActiveCalls, _ mutation: Mutation?) {
        self.board = board
        self.mutation = mutation
    }

    mutating func handle(_ event: CallEngineEvent, now: Timestamp) -> CallOutcome {
        guard let mutation else { return board.handle(event, now: now) }
        if mutation == .timeIgnored, case .tick = event { return CallOutcome() }
        if mutation == .unshielded { return board.handle(event.withoutShields, now: now) }
        let before = board.calls
        var outcome = board.handle(event, now: now)
        changeEffects(mutation, &outcome)
        changeState(mutation, event, before, &outcome, now)
        return outcome
    }

    private func changeEffects(_ mutation: Mutation, _ outcome: inout CallOutcome) {
        switch mutation {
        case .endUntold:
            let last = outcome.effects.lastIndex { $0.isSignal(.callEnded) }
            if let last, case .end(let end, let devices) = outcome.effects[last] {
                outcome.effects[last] = .end(end, on: Array(devices.dropLast()))
            }
        case .ringsOn: outcome.effects.removeAll { $0.isSignal(.callCancelled) }
        case .endUnrecorded:
            outcome.effects.removeAll { if case .record(let call) = $0 { call.endedAt != nil } else { false } }
        case .strangerTold:
            for case .deliver(let signal, _) in outcome.effects where signal.kind == .participantJoined {
                outcome.effects.append(.deliver(signal, to: [99]))
            }
        case .roomKept: outcome.effects.removeAll { if case .endRoom = $0 { true } else { false } }
        case .holdUntold: outcome.effects.removeAll { $0.isSignal(.participantUpdated) }
        case .leaveUntold: outcome.effects.removeAll { $0.isSignal(.participantLeft) }
        default: break
        }
    }

    private mutating func changeState(
        _ mutation: Mutation, _ event: CallEngineEvent, _ before: [CallID: LiveCall], _ outcome: inout CallOutcome,
        _ now: Timestamp
    ) {
        switch (mutation, event) {
        case (.keyHostKept, _):
            for (id, call) in board.calls {
                guard var changed = before[id], changed.keyHost != call.keyHost else { continue }
                (changed, outcome.effects) = (call, outcome.effects.filter { !$0.isSignal(.handoverHost) })
                changed.keyHost = before[id]?.keyHost ?? call.keyHost
                board.store(changed, now: now)
            }
        case (.busyRung, .start(let start)) where outcome.refusal == .allCalleesBusy:
            outcome = startAnyway(start, now)
        case (.twoCalls, .start(let start)) where outcome.refusal == .alreadyInCall:
            outcome = startAnyway(start, now)
        case (.uninvited, .rejoin(let id, let identity)) where outcome.refusal == .notAsked:
            guard let call = board.call(id, with: identity.user) else { return }
            outcome = CallOutcome(effects: board.admit(identity, to: call, now), call: id)
        case (.crowded, .invite(let id, let request)) where outcome.refusal == .full:
            guard var call = board.calls[id] else { return }
            for callee in request.callees where call[callee.user]?.hasSeat != true {
                call[callee.user] = board.invited(callee, by: request.inviter, isVideo: false, now)
                board.metrics.rung += 1
            }
            board.store(call, now: now)
        case (.readmitted, .requestRejoin(let id, let identity)) where outcome.refusal == .removed:
            guard let call = board.calls[id] else { return }
            outcome = CallOutcome(effects: board.admit(identity, to: call, now), call: id)
        case (.overheard, .join(let id, let identity)) where outcome.refusal == nil:
            guard var call = board.calls[id], var member = call[identity.user] else { return }
            member.isMuted = false
            call[identity.user] = member
            board.store(call, now: now)
        case (.halfSwapped, .hold(let id, let identity, .some)) where outcome.refusal != nil:
            outcome.effects = board.handle(.hold(id, by: identity), now: now).effects
        case (.notResumed, .hold(let id, let identity, let other?)) where outcome.refusal == nil:
            guard var call = board.calls[other], var member = call[identity.user],
                before[id]?[identity.user]?.isOnHold == false
            else { return }
            member.heldSince = now
            call[identity.user] = member
            board.store(call, now: now)
        case (.uncounted, _): board.metrics.rings[.declined] = nil
        case (.unstored, .update): _ = board.takeChanges()
        default: break
        }
    }

    /// Starts as if no one was busy.
    private mutating func startAnyway(_ start: CallStart, _ now: Timestamp) -> CallOutcome {
        var other = ActiveCalls(limits: board.limits)
        let outcome = other.handle(.start(start), now: now)
        guard let call = other.calls[start.id] else { return outcome }
        board.store(call, now: now)
        board.metrics.started += 1
        board.metrics.rung += call.ringing.count
        return outcome
    }
}

extension CallEffect {
    fileprivate func isSignal(_ kind: SignalKind) -> Bool {
        addressed?.signal.kind == kind
    }
}

extension CallEngineEvent {
    fileprivate var withoutShields: CallEngineEvent {
        let open = { (callees: [CallStart.Callee]) in
            callees.map {
                CallStart.Callee(user: $0.user, name: $0.name, isAvailable: $0.isAvailable, keys: $0.keys)
            }
        }
        return switch self {
        case .start(let start):
            .start(
                CallStart(
                    id: start.id, caller: start.caller, callerName: start.callerName, room: start.room,
                    isVideo: start.isVideo, callees: open(start.callees)))
        case .invite(let id, let invite):
            .invite(
                id,
                CallInvite(inviter: invite.inviter, inviterName: invite.inviterName, callees: open(invite.callees)))
        default: self
        }
    }
}
