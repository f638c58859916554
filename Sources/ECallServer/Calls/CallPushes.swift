import CallEngine
import ECallAPI
import Notifications
import Synchronization

/// Wakes ringing devices that may not be connected, and cancels that: for one call in the order of the decisions, for
/// different calls concurrently.
final class CallPushes: Sendable {
    private struct State {
        var number: UInt64 = 0
        /// The last task begun for each call.
        var last: [CallID: (number: UInt64, task: Task<Void, Never>)] = [:]
    }

    private struct PendingPushes: Sendable {
        var rings: [(push: VoIPPush, device: DeviceIdentity)] = []
        var stops: [(device: DeviceIdentity, end: RingEnd)] = []
    }

    private let push: any PushDelivery
    private let state = Mutex(State())

    init(_ push: any PushDelivery) { self.push = push }

    /// Begins the pushes for the effects, and returns tasks to await.
    func bring(_ effects: [CallEffect]) -> [Task<Void, Never>] {
        let pending = Self.pending(effects)
        guard !pending.isEmpty else { return [] }
        return state.withLock { state in
            pending.sorted { $0.key < $1.key }.map { call, pushes in
                state.number += 1
                let (before, number) = (state.last[call]?.task, state.number)
                let task = Task {
                    await before?.value
                    await run(pushes, call)
                    forget(call, number)
                }
                state.last[call] = (number, task)
                return task
            }
        }
    }

    private static func pending(_ effects: [CallEffect]) -> [CallID: PendingPushes] {
        var pending: [CallID: PendingPushes] = [:]
        for effect in effects {
            switch effect {
            case .ring(let invitation, let device):
                pending[invitation.call, default: PendingPushes()].rings.append((VoIPPush(invitation), device))
            case .end(let end, let devices), .cancel(let end, let devices):
                pending[end.call, default: PendingPushes()].stops += devices.map { ($0, RingEnd(end.reason)) }
            case .deliver, .give, .record, .interaction, .endRoom, .expel: break
            }
        }
        return pending
    }

    private func run(_ pushes: PendingPushes, _ call: CallID) async {
        await withTaskGroup(of: Void.self) { [push] group in
            for (ring, device) in pushes.rings { group.addTask { await push.ring(ring, device: device) } }
        }
        for (device, end) in pushes.stops { await push.stopRinging(call, device: device, because: end) }
    }

    private func forget(_ call: CallID, _ number: UInt64) {
        state.withLock { if $0.last[call]?.number == number { $0.last[call] = nil } }
    }
}

extension RingEnd {
    fileprivate init(_ reason: EndReason?) {
        self =
            switch reason {
            case .answeredElsewhere, .declined: .elsewhere
            case .noAnswer, .busy, .cancelled, .hungUp, .connectionLost, .removed, .other, nil: .missed
            }
    }
}
