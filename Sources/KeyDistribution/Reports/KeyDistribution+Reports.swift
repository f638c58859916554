import ECallAPI
import ECallSecurity

/// What reaches this device, said to those who send it, and what they say (e2ee 5, `report`).
extension KeyDistribution {
    /// Takes over whose media this device receives and how; to whom nothing is said any more gets nothing.
    mutating func receiving(_ reports: [DeviceAddress: ReceptionReport]) {
        self.reports = reports.filter { $0.key != address }
    }

    /// Sends what has changed to those it is about, in one signal, at most every two seconds.
    mutating func sendReports(now: UInt64) {
        guard now >= nextReport else { return }
        for (address, report) in reports where owesReport(to: address, now: now) {
            guard let channel = peers[address]?.current?.sending else { continue }
            // Taken first: a number never seals two reports.
            peers[address]?.current?.sending?.reportCount += 1
            peers[address]?.current?.sending?.lastReport = (report, now)
            outbox.reports[address] = ReportMessage.seal(report, n: channel.reportCount, under: channel.key).text
            nextReport = now + KeyDistributionLimits.reportInterval
        }
    }

    /// When a report that has changed may go out, or one that may be lost goes out again.
    func reportInstants() -> [UInt64] {
        reports.compactMap { address, report in
            guard let entry = peers[address]?.current, entry.isMember, let channel = entry.sending else { return nil }
            guard let last = channel.lastReport, last.report == report else { return nextReport }
            return max(nextReport, last.at + KeyDistributionLimits.reportRepetition)
        }
    }

    private func owesReport(to address: DeviceAddress, now: UInt64) -> Bool {
        guard let entry = peers[address]?.current, entry.isMember, let channel = entry.sending,
            let report = reports[address]
        else { return false }
        guard let last = channel.lastReport, last.report == report else { return true }
        return now >= last.at + KeyDistributionLimits.reportRepetition
    }

    mutating func receivedReport(from sender: DeviceAddress, _ text: String) {
        guard let message = ReportMessage(text: text), let entry = peers[sender]?.current, entry.isMember,
            let channel = entry.receiving, message.n >= channel.nextReport,
            let report = message.open(under: channel.key)
        else { return }
        peers[sender]?.current?.receiving?.nextReport = message.n + 1
        actions.append(.reported(from: sender, report))
    }
}
