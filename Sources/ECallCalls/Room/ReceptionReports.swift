import ECallMedia
import ECallSecurity
import FrameCrypto

/// Reports to senders on how the network treated their tracks since the last reports. A lower bandwidth is reported at once, a
/// clearly higher one soon, everything else every few seconds: otherwise urgent reports would wait behind the rest. Pure.
struct ReceptionReports {
    /// Nanoseconds between reports that can wait.
    private static let interval: UInt64 = 4_000_000_000
    /// A sender who will be received is told in advance, by more than the delay of a report: otherwise the network would be
    /// flooded by what they send to others.
    private static let announcing: UInt64 = 2_500_000_000
    /// The time before a clearly higher bandwidth is reported.
    private static let moreInterval: UInt64 = 2_000_000_000

    /// A person's pictures, at least one of the two: one connection carries both, and a report on it counts for both (decision 65).
    private struct Pictures {
        var camera: SubscriptionID?
        var screen: SubscriptionID?
        var ids: [SubscriptionID] { [camera, screen].compactMap(\.self) }
    }

    private struct Said {
        let receptions: [SubscriptionID: Reception]
        let report: ReceptionReport
        let at: UInt64
    }

    private struct Line {
        var carries = LineLayer()
        /// The measured bandwidth; nil if nothing was too much.
        var measured: Int?
        var loss = 0.0
        /// The bitrate received in the interval between the last two checks, in bits a second.
        var rate = 0
        /// The bitrate to request at first if the connection does not carry all pictures, until its bandwidth for this one is known.
        var start: Int?
        var limit: Int? { measured ?? start }

        /// Raises the limit gradually: as far as the bandwidth of a network grows that was not too narrow.
        mutating func grow() {
            guard let start, measured == nil else { return self.start = nil }
            self.start = start < ReceiverLimits.highest ? start * 9 / 8 : nil
        }
    }

    private var said: [DeviceAddress: Said] = [:]
    private var looked: [SubscriptionID: Reception] = [:]
    private var lookedAt: UInt64 = 0
    /// The loss since the last look, of the track that lost least.
    private var leastLoss = 0.0
    private var lines: [SubscriptionID: Line] = [:]

    private var pictures = LinePictures()
    /// The number of pictures to receive; nil for any number.
    private(set) var mostPictures: Int?
    private var announcedAt: UInt64?
    /// The number of pictures to receive soon; nil while it does not change.
    var announcedPictures: Int? { announcedAt == nil ? nil : pictures.most ?? .max }
    private(set) var layers: [SubscriptionID: UInt8] = [:]

    /// - Parameters:
    /// - unseen: senders whose video is not received; they need not encode it for this device.
    /// - awaited: senders whose video does not come yet: it is not encoded while everyone has said that they do not look at it.
    /// - announced: those of them whose video is received once `announcedPictures` are.
    mutating func make(
        _ receptions: [SubscriptionID: Reception], senders: [SubscriptionID: DeviceAddress],
        shown: UInt8 = LineLayer.top, unseen: Set<DeviceAddress> = [], awaited: Set<DeviceAddress> = [],
        announced: Set<DeviceAddress> = [], now: UInt64
    ) -> [DeviceAddress: ReceptionReport] {
        look(at: receptions, shown, now: now)
        pictures.take(
            lines.values.map { .init(limit: $0.limit, loss: $0.loss) }, leastLoss: leastLoss,
            others: max(Set(senders.values).count, lines.count), now: now)
        follow(now)
        var next: [DeviceAddress: Said] = [:]
        for (sender, seen) in Self.pictures(receptions, senders) {
            let bitrate = UInt32(clamping: (limit(of: seen) ?? 0) / 1_000)
            let before = said[sender]
            let layer = seen.camera.map { layers[$0] ?? shown } ?? (awaited.contains(sender) ? shown : nil)
            if let before, before.report.layer == layer,
                now < before.at + Self.wait(bitrate, after: before.report.bitrate)
            {
                next[sender] = before
                continue
            }
            let last = before?.receptions ?? [:]
            let audio = receptions.first { senders[$0.key] == sender && $0.key.track == .audio }
            let freezes = seen.camera.map { (receptions[$0]?.freezes ?? 0) - (last[$0]?.freezes ?? 0) } ?? 0
            let report = ReceptionReport(
                video: .init(Self.sum(seen, in: receptions), since: Self.sum(seen, in: last)),
                audio: audio.map { .init($0.value, since: last[$0.key]) } ?? .init(), bitrate: bitrate,
                freezes: UInt16(clamping: freezes), layer: layer)
            next[sender] = Said(receptions: receptions, report: report, at: now)
        }
        said = next
        let least = UInt32(LinePictures.least / 1_000)
        let first = ReceptionReport(bitrate: least, layer: shown)
        let others = unseen.subtracting(next.keys).map { ($0, announced.contains($0) ? first : ReceptionReport()) }
        let coming = awaited.map { ($0, ReceptionReport(bitrate: pictures.most == nil ? 0 : least, layer: shown)) }
        return next.mapValues(\.report).merging(coming + others) { report, _ in report }
    }

    private static func pictures(
        _ receptions: [SubscriptionID: Reception], _ senders: [SubscriptionID: DeviceAddress]
    ) -> [DeviceAddress: Pictures] {
        receptions.keys.reduce(into: [:]) { found, id in
            guard !id.track.isSound, let sender = senders[id] else { return }
            if id.track == .screen {
                found[sender, default: Pictures()].screen = id
            } else {
                found[sender, default: Pictures()].camera = id
            }
        }
    }

    /// Returns the bandwidth for a person's pictures, in bits a second; nil for any. An unlimited picture counts with its current rate.
    private func limit(of seen: Pictures) -> Int? {
        let limits = seen.ids.compactMap { lines[$0]?.limit }
        guard !limits.isEmpty else { return nil }
        return seen.ids.reduce(0) { $0 + (lines[$1]?.limit ?? lines[$1]?.rate ?? 0) }
    }

    private static func sum(_ seen: Pictures, in receptions: [SubscriptionID: Reception]) -> Reception {
        seen.ids.compactMap { receptions[$0] }.reduce(into: Reception(lost: 0, received: 0, jitter: 0)) { sum, one in
            sum.lost += one.lost
            sum.received += one.received
            sum.jitter = max(sum.jitter, one.jitter)
        }
    }

    /// Fewer pictures take effect at once, more after they are announced.
    private mutating func follow(_ now: UInt64) {
        guard let most = mostPictures, pictures.most ?? .max > most else {
            (mostPictures, announcedAt) = (pictures.most, nil)
            return
        }
        guard let announcedAt else { return self.announcedAt = now }
        if now >= announcedAt + Self.announcing { (mostPictures, self.announcedAt) = (pictures.most, nil) }
    }

    private mutating func look(at receptions: [SubscriptionID: Reception], _ shown: UInt8, now: UInt64) {
        let (former, seconds) = (looked, Double(now - min(lookedAt, now)) / 1e9)
        (looked, lookedAt) = (receptions, now)
        leastLoss = receptions.compactMap { id, now in former[id].flatMap { now.loss(since: $0) } }.min() ?? 0
        var next: [SubscriptionID: Line] = [:]
        for (id, reception) in receptions where !id.track.isSound {
            var line = lines[id] ?? Line(start: pictures.most == nil ? nil : LinePictures.least)
            let before = former[id] ?? reception
            line.loss = reception.loss(since: before) ?? 0
            if seconds > 0 { line.rate = Int(Double(8 * max(0, reception.bytes - before.bytes)) / seconds) }
            // A screen has one layer, and is still if nothing on it moves.
            if id.track == .video {
                line.carries.take(
                    loss: line.loss, freezes: max(0, reception.freezes - before.freezes), rate: reception.limit,
                    layer: layers[id] ?? shown, now: now)
            }
            line.measured = reception.limit
            line.grow()
            next[id] = line
        }
        lines = next
        layers = next.filter { $0.key.track == .video }.mapValues { min(shown, $0.carries.most) }
    }

    /// Returns how long a changed bandwidth can wait after the reported one, in kbit/s; 0 is without limit. The page has the same
    /// rule (Tests/Vectors/report-pace.json).
    static func wait(_ bitrate: UInt32, after before: UInt32) -> UInt64 {
        let (bitrate, before) = (UInt64(bitrate), UInt64(before))
        if bitrate > 0, before == 0 || bitrate < before - before / 10 { return 0 }
        return before > 0 && (bitrate == 0 || bitrate > before + before / 4) ? moreInterval : interval
    }
}

extension Reception {
    /// Returns the share that was lost since a look before; nil if no packet was due.
    func loss(since before: Reception?) -> Double? {
        let lost = max(0, lost - (before?.lost ?? 0))
        let expected = lost + max(0, received - (before?.received ?? 0))
        return expected > 0 ? Double(lost) / Double(expected) : nil
    }
}

extension ReceptionReport.Arrival {
    /// Rounds, so that slight changes are not sent again. The page has the same rule (Tests/Vectors/report-pace.json).
    init(_ now: Reception, since before: Reception?) {
        self.init(
            loss: UInt16(clamping: Int(((now.loss(since: before) ?? 0) * 64).rounded()) * 1_024),
            jitter: UInt16(clamping: Int((now.jitter * 100).rounded()) * 10))
    }
}

/// The bitrate that may be sent to the receivers of the own video, by their reports. Pure.
struct ReceiverLimits: Equatable {
    /// Limits of receivers below this are ignored: for their sake the others would see nothing.
    static let lowest = LinePictures.least
    /// In a call of several: tiles of this rate can be seen, and a receiver whose network carries less of each gives pictures up.
    static let lowestOfSeveral = 150_000
    /// Until a receiver has reported anything; networks that carry this are found to carry more.
    static let first = 350_000
    /// From here on nothing is limited.
    static let highest = 4_000_000

    private var limits: [DeviceAddress: Int] = [:]
    private var blind: Set<DeviceAddress> = []
    private var isHeard = false
    /// Whether a screen is sent in addition to the camera: a receiver who views only the screen reports its bandwidth without a
    /// layer.
    var isSharing = false
    private var allowed = Self.first
    private var worst: Int { limits.values.min() ?? Self.highest }

    mutating func take(_ report: ReceptionReport, from receiver: DeviceAddress) {
        if report.layer == nil { blind.insert(receiver) } else { blind.remove(receiver) }
        guard report.layer != nil || isSharing && report.bitrate > 0 else { return limits[receiver] = nil }
        isHeard = true
        limits[receiver] = report.bitrate > 0 ? max(Self.lowest, Int(report.bitrate) * 1_000) : nil
        allowed = min(allowed, worst)
    }

    mutating func forget(_ receiver: DeviceAddress) {
        limits[receiver] = nil
        blind.remove(receiver)
    }

    /// Whether a device views the video, or has not said that it doesn't; also true while no one is there yet.
    func isSeen(by receivers: Set<DeviceAddress>) -> Bool {
        receivers.isEmpty || !receivers.isSubset(of: blind)
    }

    func limit(others: Int) -> VideoLimit {
        let bitrate = max(allowed, others > 1 ? Self.lowestOfSeveral : Self.lowest)
        return VideoLimit(bitrate: bitrate < Self.highest ? bitrate : nil, keepsFrameRate: others > 1)
    }

    /// Raises the limit after half a second: more may be sent gradually, so that a network can show that it is too much while its
    /// queue is short.
    mutating func tick() {
        if isHeard { allowed = min(allowed * 107 / 100, worst) }
    }
}
