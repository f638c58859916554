import ECallAPI
import ECallMedia
import ECallSecurity

/// The quality of a call's connections, second by second. Pure: instants are monotonic nanoseconds.
struct CallQuality {
    private(set) var measures = ConnectionMetrics()
    private var watch = QualityWatch()
    var limits = ReceiverLimits()

    var own: QualityLevel? { watch.own }
    var levels: [UserID: QualityLevel] { watch.levels }

    /// Takes a reading, once a second; nil if no second was measured, otherwise the level of the own connection, if that has changed.
    mutating func measure(
        _ reading: ConnectionMetrics.Reading, senders: [SubscriptionID: DeviceAddress], _ members: CallMembers,
        isInterrupted: Bool
    ) -> QualityLevel?? {
        let senders = senders.mapValues { UserID($0.userID) }
        // Muted participants who are off screen send nothing: nothing is missing.
        let sending = members.present.filter { !$0.isMuted || senders.values.contains($0.user) }.map(\.user)
        guard measures.take(reading, senders: senders, members: Set(sending)) else { return nil }
        let sent = isInterrupted ? QualitySample(isReceiving: false) : measures.sent?.sample
        // For members who are away, only that is reported.
        let received = isInterrupted ? [:] : measures.received.filter { members[$0.key]?.isAway != true }
        return .some(watch.take(received: received.mapValues(\.sample), sent: sent, now: reading.at))
    }

    mutating func reported(_ report: ReceptionReport, by receiver: DeviceAddress, now: UInt64) {
        limits.take(report, from: receiver)
        watch.reported(report, by: UserID(receiver.userID), now: now)
    }

    /// Returns the playout delay of each track, in seconds. All tracks of a person get the largest delay that one of them
    /// needs, so that lips and voice stay in sync. It is measured against the fastest of the track's own packets, since Janus's
    /// sender reports tell when it forwarded them. A retransmission takes one round trip: if anything is delayed, the delay is
    /// at least one and a half.
    static func playoutDelays(
        _ receptions: [SubscriptionID: Reception], senders: [SubscriptionID: DeviceAddress], roundTrip: Double? = nil
    ) -> [SubscriptionID: Double] {
        // A shared screen has its own sound, and delays no voice.
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
