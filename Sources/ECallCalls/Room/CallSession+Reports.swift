import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
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
        await lookAtCapture()
        guard !isClosed else { return }
        let senders = senders
        let announced = reports.announcedPictures.map(receivedVideo(of:)) ?? []
        keys?.heard(
            .receiving(
                reports.make(
                    receptions, senders: senders, shown: shownLayer, unseen: unseen, awaited: awaited(receptions),
                    announced: announced, now: time.nanoseconds())))
        if mostPictures != reports.mostPictures {
            mostPictures = reports.mostPictures
            updateReceived()
        }
        // On a line that is full the answer of the media server takes its time; what is measured goes on.
        let layers = withSeveral(reports.layers)
        tasks.start { await room.receive(layers: layers) }
        await room.holdBack(Self.playoutDelays(receptions, senders: senders, roundTrip: measures.roundTrip))
        receiverLimits.tick()
        await followReceivers()
    }

    /// Encodes as much as those who look at it can take, and nothing while nobody does.
    private func followReceivers() async {
        await room.limitVideo(to: receiverLimits.limit(others: members.present.count))
        await room.wantVideo(receiverLimits.isSeen(by: members.addresses))
    }

    /// The layer that shows everybody well, as large as pictures are here.
    private var shownLayer: UInt8 {
        let height: Int? = if case .handedOver(let box) = prepared.output.pictures { box.height } else { nil }
        return ShownLayer.layer(height: height, others: members.present.count)
    }

    private func withSeveral(
        _ layers: [SubscriptionID: UInt8]
    ) -> [SubscriptionID: (layer: UInt8, hasSeveral: Bool)] {
        Dictionary(
            uniqueKeysWithValues: layers.map { id, layer in
                let stream = feeds[id.feed]?.publisher.streams.first { $0.track == id.track }
                return (id, (layer, stream?.hasLayers ?? false))
            })
    }

    /// Who sends pictures of which this device receives none.
    private var unseen: Set<DeviceAddress> {
        Set(
            feeds.values.lazy.filter { received in
                received.publisher.streams.contains { !$0.track.isSound }
                    && received.subscriptions.keys.allSatisfy(\.track.isSound)
            }.map(\.sender))
    }

    /// Whose camera this device is to receive, and of which nothing has come yet.
    private func awaited(_ receptions: [SubscriptionID: Reception]) -> Set<DeviceAddress> {
        Set(
            feeds.values.lazy.filter { received in
                received.subscriptions.keys.contains { $0.track == .video && receptions[$0] == nil }
            }.map(\.sender))
    }

    /// Whose video is received where so many are.
    private func receivedVideo(of most: Int) -> Set<DeviceAddress> {
        let shown = Set(shownVideo(most: most).map(\.user))
        return Set(feeds.values.lazy.map(\.sender).filter { shown.contains(UserID($0.userID)) })
    }

    /// Whose each track is that is received.
    var senders: [SubscriptionID: DeviceAddress] {
        var senders: [SubscriptionID: DeviceAddress] = [:]
        for received in feeds.values {
            for id in received.subscriptions.keys { senders[id] = received.sender }
        }
        return senders
    }

    /// How long each track is held back: as long as the one of the same person that needs it most, so that lips and voice go
    /// together. Each is held back against the quickest of its own packets; what Janus says in sender reports is when it sent
    /// them on, which says no more. What is lost comes one round trip after it was asked for: where anything is held back, as long
    /// as one and a half take.
    ///
    /// - Parameter roundTrip: to the media server, in seconds; nil while it is not known.
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

    /// How the own media arrives at another device.
    func reported(_ report: ReceptionReport, from receiver: DeviceAddress) {
        receiverLimits.take(report, from: receiver)
        quality.reported(report, by: UserID(receiver.userID), now: time.nanoseconds())
        tasks.start { await followReceivers() }
    }
}
