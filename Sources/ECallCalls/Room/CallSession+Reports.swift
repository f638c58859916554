import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import KeyDistribution

/// Receivers tell senders what reaches them, for the media server does not.
extension CallSession {
    func watchReception() {
        guard reporting == nil else { return }
        reporting = tasks.start { [weak self, time, receptionInterval] in
            var reports = ReceptionReports()
            while (try? await time.sleep(for: receptionInterval)) != nil {
                guard let self else { return }
                await self.reportReception(&reports)
            }
        }
    }

    private func reportReception(_ reports: inout ReceptionReports) async {
        let receptions = await room.receptions()
        await measure(receptions)
        guard !isClosed else { return }
        var senders: [SubscriptionID: DeviceAddress] = [:]
        for received in feeds.values {
            for id in received.subscriptions.keys { senders[id] = received.sender }
        }
        keys?.heard(.receiving(reports.make(receptions, senders: senders, now: time.nanoseconds())))
        receiverLimits.tick()
        await room.limitVideo(to: receiverLimits.limit)
    }

    /// How the own media arrives at another device.
    func reported(_ report: ReceptionReport, from receiver: DeviceAddress) {
        receiverLimits.take(report, from: receiver)
        quality.reported(report, by: UserID(receiver.userID), now: time.nanoseconds())
        tasks.start { await room.limitVideo(to: receiverLimits.limit) }
    }
}
