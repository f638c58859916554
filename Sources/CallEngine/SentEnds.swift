import ECallAPI

/// The ends of calls that devices were notified of: on a dead connection such a notice is lost (wire-protocol 3.6).
///
/// Pure, and in memory only: eight ends per device, for two minutes, which is longer than any ringing.
struct SentEnds: Sendable {
    private struct Kept {
        let end: CallEnd
        let at: Timestamp
    }

    private static let life = 120
    private static let count = 8
    private var kept: [DeviceIdentity: [Kept]] = [:]
    private var nextSweep = 1024

    /// The number of devices with stored ends.
    var devices: Int { kept.count }

    /// Stores the ends that effects send to devices. A call that rings again has not ended.
    mutating func keep(_ effects: [CallEffect], now: Timestamp) {
        for effect in effects {
            switch effect {
            case .end(let end, let devices), .cancel(let end, let devices):
                for device in devices { keep(Kept(end: end, at: now), for: device) }
            case .ring(let invitation, let device): forget(invitation.call, on: device)
            default: break
            }
        }
        if kept.count >= nextSweep { sweep(now) }
    }

    /// The ends of the last two minutes, oldest first.
    func of(_ device: DeviceIdentity, now: Timestamp) -> [CallEnd] {
        (kept[device] ?? []).filter { Self.isFresh($0, now) }.map(\.end)
    }

    private mutating func keep(_ one: Kept, for device: DeviceIdentity) {
        forget(one.end.call, on: device)
        kept[device, default: []].append(one)
        kept[device] = kept[device]?.suffix(Self.count)
    }

    private mutating func forget(_ call: CallID, on device: DeviceIdentity) {
        kept[device]?.removeAll { $0.end.call == call }
    }

    private mutating func sweep(_ now: Timestamp) {
        kept = kept.mapValues { $0.filter { Self.isFresh($0, now) } }.filter { !$0.value.isEmpty }
        nextSweep = max(1024, kept.count * 2)
    }

    private static func isFresh(_ kept: Kept, _ now: Timestamp) -> Bool {
        kept.at.advanced(bySeconds: life) > now
    }
}
