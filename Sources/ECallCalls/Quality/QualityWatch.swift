import ECallAPI
import ECallSecurity

/// The quality of each participant's connection. The SFU's reports on this device's media measure its own connection. Received
/// media have passed two connections: this device's is blamed if everyone's are bad, and something else indicates it. Pure:
/// instants are monotonic nanoseconds. The page has the same rule (Tests/Vectors/quality-cause.json).
struct QualityWatch {
    private struct Report {
        var sample: QualitySample
        var at: UInt64
        var quality = QualityMeter()
    }

    /// A report covers the four seconds before, and the next one follows as soon.
    private static let memory: UInt64 = 10_000_000_000
    /// In milliseconds: a round trip that alone makes a connection less than good.
    private static let far = 400.0

    private var participants: [UserID: QualityMeter] = [:]
    private var reports: [UserID: Report] = [:]
    private var sending = QualityMeter()
    private(set) var own: QualityLevel?

    var levels: [UserID: QualityLevel] { participants.compactMapValues(\.level) }

    mutating func reported(_ report: ReceptionReport, by user: UserID, now: UInt64) {
        func share(_ loss: UInt16) -> Double { Double(loss) / 65_536 }
        let sample = QualitySample(
            audioLoss: share(report.audio.loss), videoLoss: report.layer == nil ? nil : share(report.video.loss),
            jitter: Double(report.audio.jitter))
        reports[user] = Report(sample: sample, at: now, quality: reports[user]?.quality ?? QualityMeter())
    }

    /// Takes one more second; returns the level of the own connection, if that has changed.
    mutating func take(received: [UserID: QualitySample], sent: QualitySample?, now: UInt64) -> QualityLevel? {
        participants = participants.filter { received[$0.key] != nil }
        reports = reports.filter { received[$0.key] != nil && now <= $0.value.at + Self.memory }
        for (user, sample) in received { participants[user, default: QualityMeter()].take(sample) }
        if let sent { sending.take(sent) }
        for (user, report) in reports { reports[user]?.quality.take(report.sample) }
        let isFar = received.values.contains { $0.roundTrip ?? 0 >= Self.far }
        let judged = Self.judge(
            sending: sending.level, received: participants.values.compactMap(\.level),
            reported: reports.values.compactMap(\.quality.level), isFar: isFar)
        guard let level = judged, level != own else { return nil }
        own = level
        return level
    }

    /// Returns the level by the reports of the SFU (`sending`) and of others (`reported`) on the own media; `isFar`: the round trip
    /// alone makes the connection less than good.
    static func judge(
        sending: QualityLevel?, received: [QualityLevel], reported: [QualityLevel], isFar: Bool
    ) -> QualityLevel? {
        if let sending, sending <= .poor { return sending }
        // A single report may be about that receiver's own connection; the SFU knows better.
        if reported.count > (sending == nil ? 0 : 1), let best = reported.max(), best <= .poor { return best }
        // With a single participant, their connection is as likely.
        let isOwn = received.count > 1 || isFar || sending != .good
        if isOwn, let best = received.max(), best <= .poor { return best }
        return sending ?? (reported.count > 1 ? reported.max() : received.isEmpty ? nil : .good)
    }
}
