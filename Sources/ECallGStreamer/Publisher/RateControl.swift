import CGStreamer
import ECallMedia
import Synchronization

/// Fits what the video encoder makes to the line: the way to the SFU by its RTCP reports, the ways on by the limit that the
/// receivers' reports set.
final class RateControl: Sendable {
    private struct State {
        var uplink: UplinkRate
        /// What the receivers can take, in bits a second.
        var limit = Int.max
        var used: Int
    }

    private static let interval = Duration.seconds(1)

    private let encoder: VideoEncoder
    private let connection: PeerConnection
    private let clock: any Clock<Duration>
    private let state: Mutex<State>
    private let running = Mutex<Task<Void, Never>?>(nil)

    init(_ encoder: VideoEncoder, _ connection: PeerConnection, highest: Int, clock: any Clock<Duration>) {
        (self.encoder, self.connection, self.clock) = (encoder, connection, clock)
        let uplink = UplinkRate(highest: highest)
        state = Mutex(State(uplink: uplink, used: uplink.rate))
    }

    func start() {
        let task = Task { [weak self, clock] in
            while !Task.isCancelled {
                try? await clock.sleep(for: Self.interval)
                guard let self, !Task.isCancelled else { return }
                await self.look()
            }
        }
        running.withLock { $0 = task }
    }

    func stop() async {
        let task = running.withLock { task in
            defer { task = nil }
            return task
        }
        task?.cancel()
        await task?.value
    }

    /// What the receivers can take, in bits a second; nil for anything.
    func limit(to bitrate: Int?) {
        state.withLock { $0.limit = bitrate ?? .max }
        use()
    }

    private func look() async {
        let reports = await connection.streamReports().filter(\.isSent)
        // The round trip is that of the path, whichever stream it was measured on.
        guard let loss = reports.compactMap(\.fractionLost).max() else { return }
        let report = UplinkRate.Report(loss: loss, roundTrip: reports.compactMap(\.roundTrip).max())
        if state.withLock({ $0.uplink.take(report, at: monotonicNanoseconds()) }) { use() }
    }

    private func use() {
        let bitrate = state.withLock { state -> Int? in
            let bitrate = max(UplinkRate.lowest, min(state.uplink.rate, state.limit))
            guard bitrate != state.used else { return nil }
            state.used = bitrate
            return bitrate
        }
        if let bitrate { encoder.setBitrate(bitrate) }
    }
}
