import ECallAPI
import ECallSecurity

/// Reception reports to the senders whose media this device receives, with this device's gestures, and the reports received from
/// others (e2ee 5, `report`).
extension KeyDistribution {
    /// Takes over the senders whose media this device receives, and their reception; a sender who is no longer among them gets no report.
    mutating func receiving(_ reports: [DeviceAddress: ReceptionReport]) {
        self.reports = reports.filter { $0.key != address }
    }

    /// Sends in one signal everything that is new to its addressees: the reception of media at most every two seconds, gestures at
    /// most every second. Each report is complete for its addressee.
    mutating func sendReports(now: UInt64) {
        guard now >= min(nextReport, gestures.next) else { return }
        let shown = gestures.shown(now: now)
        let (isReportTime, isGestureTime) = (now >= nextReport, now >= gestures.next)
        for (address, channel) in reportChannels {
            let report = reports[address]
            let owesReport = isReportTime && report.map { now >= Self.due($0, channel) } ?? false
            let owesGestures = isGestureTime && now >= Self.due(shown, channel)
            guard owesReport || owesGestures else { continue }
            // Taken first: a number never seals two reports.
            peers[address]?.current?.sending?.reportCount += 1
            if let report { peers[address]?.current?.sending?.lastReport = (report, now) }
            peers[address]?.current?.sending?.lastGestures = (shown, now)
            outbox.reports[address] =
                ReportMessage.seal(
                    ReportContent(reception: report, gestures: shown), n: channel.reportCount, under: channel.key
                ).text
            if owesReport { nextReport = now + KeyDistributionLimits.reportInterval }
            if owesGestures { gestures.next = now + KeyDistributionLimits.gestureInterval }
        }
    }

    /// Returns the moment at which a changed report may be sent, or a possibly lost one is sent again.
    func reportInstants(now: UInt64) -> [UInt64] {
        let shown = gestures.shown(now: now)
        return reportChannels.flatMap { address, channel in
            let report = reports[address].map { max(nextReport, Self.due($0, channel)) }
            let due = Self.due(shown, channel)
            return [report, due == .max ? nil : max(gestures.next, due)].compactMap { $0 }
        }
    }

    /// The channels of the members of the call.
    private var reportChannels: [(DeviceAddress, SendingChannel)] {
        peers.compactMap { address, peer in
            guard let entry = peer.current, entry.isMember, let channel = entry.sending else { return nil }
            return (address, channel)
        }
    }

    /// Returns the moment at which a report is due: at once if it differs from the last one, which may otherwise be lost.
    private static func due(_ report: ReceptionReport, _ channel: SendingChannel) -> UInt64 {
        guard let last = channel.lastReport, last.report == report else { return 0 }
        return last.at + KeyDistributionLimits.reportRepetition
    }

    /// The same for gestures, of which only a raised hand is repeated; `.max` for never.
    private static func due(_ gestures: Gestures, _ channel: SendingChannel) -> UInt64 {
        if gestures.isNews(after: channel.lastGestures?.gestures ?? Gestures()) { return 0 }
        guard gestures.isHandRaised, let last = channel.lastGestures else { return .max }
        return last.at + KeyDistributionLimits.reportRepetition
    }

    mutating func receivedReport(from sender: DeviceAddress, _ text: String, now: UInt64) {
        guard let message = ReportMessage(text: text), let entry = peers[sender]?.current, entry.isMember,
            let channel = entry.receiving, message.n >= channel.nextReport,
            let content = message.open(under: channel.key)
        else { return }
        peers[sender]?.current?.receiving?.nextReport = message.n + 1
        received(content.gestures, from: sender, now: now)
        if let report = content.reception { actions.append(.reported(from: sender, report)) }
    }
}
