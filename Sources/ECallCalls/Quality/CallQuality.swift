import ECallAPI
import ECallMedia
import ECallSecurity

/// How good the lines of a call are, second by second. Pure: instants are monotonic nanoseconds.
struct CallQuality {
    private(set) var measures = LineMeasures()
    private var watch = QualityWatch()
    var limits = ReceiverLimits()

    var own: QualityLevel? { watch.own }
    var levels: [UserID: QualityLevel] { watch.levels }

    /// Takes what flowed, once a second; nil where no second was measured, else how the own line is, where that has changed.
    mutating func measure(
        _ reading: LineMeasures.Reading, senders: [SubscriptionID: DeviceAddress], _ members: CallMembers,
        isInterrupted: Bool
    ) -> QualityLevel?? {
        let senders = senders.mapValues { UserID($0.userID) }
        // Who is muted and not looked at sends nothing here: nothing is missing.
        let sending = members.present.filter { !$0.isMuted || senders.values.contains($0.user) }.map(\.user)
        guard measures.take(reading, senders: senders, members: Set(sending)) else { return nil }
        let sent = isInterrupted ? QualitySample(isReceiving: false) : measures.sent?.sample
        // Of whom nothing can come just now nothing is said but that.
        let received = isInterrupted ? [:] : measures.received.filter { members[$0.key]?.isAway != true }
        return .some(watch.take(received: received.mapValues(\.sample), sent: sent, now: reading.at))
    }

    mutating func reported(_ report: ReceptionReport, by receiver: DeviceAddress, now: UInt64) {
        limits.take(report, from: receiver)
        watch.reported(report, by: UserID(receiver.userID), now: now)
    }

    /// How long each track is held back, in seconds: as long as the one of the same person that needs it most, so that lips and
    /// voice go together; against the quickest of its own packets, since sender reports of Janus say when it sent them on. What is
    /// lost comes one round trip after it was asked for: where anything is held back, as long as one and a half take.
    static func playoutDelays(
        _ receptions: [SubscriptionID: Reception], senders: [SubscriptionID: DeviceAddress], roundTrip: Double? = nil
    ) -> [SubscriptionID: Double] {
        // What is shared has its own sound, and keeps no voice waiting.
        var longest: [Bool: [DeviceAddress: Double]] = [:]
        for (id, reception) in receptions {
            guard let sender = senders[id] else { continue }
            let before = longest[id.track.isShared]?[sender] ?? 0
            longest[id.track.isShared, default: [:]][sender] = max(before, reception.playoutDelay)
        }
        let least = 1.5 * (roundTrip ?? 0)
        return senders.reduce(into: [:]) { delays, entry in
            guard let delay = longest[entry.key.track.isShared]?[entry.value] else { return }
            delays[entry.key] = delay > 0 ? max(delay, least) : 0
        }
    }
}
