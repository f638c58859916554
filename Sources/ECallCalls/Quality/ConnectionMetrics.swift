import ECallAPI
import ECallMedia
import FrameCrypto

/// The rates of each second, from cumulative counters. Pure: instants are monotonic nanoseconds.
struct ConnectionMetrics {
    struct Reading {
        var receptions: [SubscriptionID: Reception] = [:]
        var transmission: Transmission?
        var at: UInt64
    }

    struct Received: Equatable {
        var audio: CallOverview.Flow?
        var video: CallOverview.Flow?
        var screen: CallOverview.Flow?
        var sample: QualitySample
    }

    struct Sent: Equatable {
        var audio: CallOverview.Flow
        var video: CallOverview.Flow?
        var sample: QualitySample
    }

    private static let second: UInt64 = 1_000_000_000
    /// The seconds during which connections that have not received anything yet may be silent.
    private static let patience = 3
    /// Readings are taken twice a second, a little later each time.
    private static let tolerance: UInt64 = 100_000_000

    private var last: Reading?
    /// The people from whom media have arrived: only theirs can be missing.
    private var heard: Set<UserID> = []
    /// The number of consecutive seconds in which nothing has arrived on new connections.
    private var awaited: [UserID: Int] = [:]
    private(set) var received: [UserID: Received] = [:]
    private(set) var sent: Sent?
    /// The last round trip to the SFU, and the path of media to it.
    private(set) var roundTrip: Double?
    private(set) var pair: CandidatePair?

    func isDue(at now: UInt64) -> Bool { last.map { now + Self.tolerance >= $0.at + Self.second } ?? true }

    /// Takes counters of the people in the call; false if they only start a new second.
    mutating func take(_ reading: Reading, senders: [SubscriptionID: UserID], members: Set<UserID>) -> Bool {
        // Counters that could not be read this time have not restarted.
        var kept = reading
        kept.receptions.merge((last?.receptions ?? [:]).filter { senders[$0.key] != nil }) { now, _ in now }
        defer { last = kept }
        roundTrip = reading.transmission?.roundTrip ?? roundTrip
        pair = reading.transmission?.pair ?? pair
        guard let last, reading.at > last.at else { return false }
        let seconds = Double(reading.at - last.at) / Double(Self.second)
        heard.formIntersection(members)
        for (id, reception) in reading.receptions where reception.received > 0 {
            if let user = senders[id], members.contains(user) { heard.insert(user) }
        }
        received = [:]
        for user in heard {
            let ids = senders.filter { $0.value == user }.map(\.key)
            let came = measure(ids, reading.receptions, last.receptions, seconds)
            let isNew = !ids.contains { reading.receptions[$0] != nil && last.receptions[$0]?.received ?? 0 > 0 }
            awaited[user] = isNew && !came.sample.isReceiving ? awaited[user, default: 0] + 1 : 0
            guard !(1...Self.patience).contains(awaited[user, default: 0]) else { continue }
            received[user] = came
        }
        sent = reading.transmission.map { measure($0, last.transmission, seconds) }
        return true
    }

    private func measure(
        _ ids: [SubscriptionID], _ now: [SubscriptionID: Reception], _ before: [SubscriptionID: Reception],
        _ seconds: Double
    ) -> Received {
        var all = Received(sample: QualitySample(roundTrip: roundTrip.map { $0 * 1_000 }, isReceiving: false))
        for id in ids {
            guard let reception = now[id] else { continue }
            let last = before[id]
            let came = max(0, reception.received - (last?.received ?? 0))
            let share = reception.loss(since: last)
            let loss = share ?? 0
            let flow = CallOverview.Flow(
                bitsPerSecond: Self.rate(reception.bytes, last?.bytes, seconds), loss: loss,
                jitterMilliseconds: reception.jitter * 1_000, width: reception.size?.width,
                height: reception.size?.height)
            if came > 0 { all.sample.isReceiving = true }
            all.sample.jitter = max(all.sample.jitter ?? 0, reception.jitter * 1_000)
            switch id.track {
            case .audio:
                all.audio = flow
                all.sample.audioLoss = max(all.sample.audioLoss, loss)
            case .screenAudio: all.sample.audioLoss = max(all.sample.audioLoss, loss)
            case .screen:
                all.screen = flow
                // A screen without motion stands still, which is not a fault.
                if share != nil { all.sample.videoLoss = max(all.sample.videoLoss ?? 0, loss) }
            case .video:
                all.video = flow
                // If nothing was sent there is no freeze: the camera is off.
                guard share != nil else { continue }
                all.sample.videoLoss = max(all.sample.videoLoss ?? 0, loss)
                let frozen = Double(reception.frozen - min(reception.frozen, last?.frozen ?? 0)) / 1e6
                all.sample.frozen = min(1_000, max(all.sample.frozen, frozen / seconds))
            }
        }
        return all
    }

    private func measure(_ now: Transmission, _ before: Transmission?, _ seconds: Double) -> Sent {
        func flow(_ track: Transmission.Track, _ last: Transmission.Track?, _ size: PictureBox?) -> CallOverview.Flow {
            CallOverview.Flow(
                bitsPerSecond: Self.rate(track.bytes, last?.bytes, seconds), loss: track.loss,
                jitterMilliseconds: track.jitter.map { $0 * 1_000 }, width: size?.width, height: size?.height)
        }
        let jitter = [now.audio.jitter, now.video?.jitter].compactMap { $0 }.max()
        return Sent(
            audio: flow(now.audio, before?.audio, nil), video: now.video.map { flow($0, before?.video, now.size) },
            sample: QualitySample(
                audioLoss: now.audio.loss ?? 0, videoLoss: now.video?.loss,
                roundTrip: now.roundTrip.map { $0 * 1_000 }, jitter: jitter.map { $0 * 1_000 }))
    }

    /// Returns bits a second; a counter that restarted began at zero.
    private static func rate(_ bytes: Int, _ before: Int?, _ seconds: Double) -> Int {
        let grown = bytes - (before ?? 0)
        return Int(Double(8 * (grown >= 0 ? grown : bytes)) / seconds)
    }
}
