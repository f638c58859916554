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

    /// The pushes for one call.
    private struct Errand: Sendable {
        var rings: [(push: VoIPPush, device: DeviceIdentity)] = []
        var stops: [(device: DeviceIdentity, end: RingEnd)] = []
    }

    private let push: any PushDelivery
    private let state = Mutex(State())

    init(_ push: any PushDelivery) { self.push = push }

    /// Begins the pushes for the effects, and returns tasks to await.
    func bring(_ effects: [CallEffect]) -> [Task<Void, Never>] {
        let errands = Self.errands(effects)
        guard !errands.isEmpty else { return [] }
        return state.withLock { state in
            errands.sorted { $0.key < $1.key }.map { call, errand in
                state.number += 1
                let (before, number) = (state.last[call]?.task, state.number)
                let task = Task {
                    await before?.value
                    await run(errand, call)
                    forget(call, number)
                }
                state.last[call] = (number, task)
                return task
            }
        }
    }

    private static func errands(_ effects: [CallEffect]) -> [CallID: Errand] {
        var errands: [CallID: Errand] = [:]
        for effect in effects {
            switch effect {
            case .ring(let invitation, let device):
                errands[invitation.call, default: Errand()].rings.append((VoIPPush(invitation), device))
            case .end(let end, let devices), .cancel(let end, let devices):
                errands[end.call, default: Errand()].stops += devices.map { ($0, RingEnd(end.reason)) }
            case .deliver, .give, .record, .interaction, .endRoom, .expel: break
            }
        }
        return errands
    }

    private func run(_ errand: Errand, _ call: CallID) async {
        await withTaskGroup(of: Void.self) { [push] group in
            for (ring, device) in errand.rings { group.addTask { await push.ring(ring, device: device) } }
        }
        for (device, end) in errand.stops { await push.stopRinging(call, device: device, because: end) }
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
