import CGStreamer
import ECallMedia
import Synchronization

/// Fits the encoders' bitrates to the network: the path to the SFU by its RTCP reports, the paths beyond by the limit that the
/// receivers' reports set. Video is reduced first: bitrate, then frame rate, then size; audio last.
final class RateControl: Sendable {
    private struct State {
        var uplink: UplinkRate
        var audio = AudioRate()
        /// nil in an audio call.
        var steps: PictureSteps?
        /// The limit that the receivers can take.
        var limit = VideoLimit()
        var used: Int
        var news = ReportNews()
        var sharing: Sharing?
    }

    /// A screen in addition to the camera.
    private struct Sharing {
        let encoder: VideoEncoder
        var format: PictureFormat
        var rates: ScreenRates
    }

    private static let interval = Duration.seconds(1)

    private let encoder: VideoEncoder?
    private let audioEncoder: Element
    private let fitsLine: Bool
    private let connection: PeerConnection
    private let clock: any Clock<Duration>
    private let state: Mutex<State>
    /// The highest rate on a clean network, without a screen.
    private let highest: Int
    private let running = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - encoder: of video; nil in an audio call.
    /// - format: the format on a clean network.
    ///   - fitsLine: if false, every network gets that.
    init(
        _ encoder: VideoEncoder?, audio: Element, _ connection: PeerConnection, format: PictureFormat?,
        fitsLine: Bool, clock: any Clock<Duration>
    ) {
        self.fitsLine = fitsLine
        (self.encoder, audioEncoder, self.connection, self.clock) = (encoder, audio, connection, clock)
        highest = format?.bitrate ?? UplinkRate.lowest
        let uplink = UplinkRate(highest: highest)
        state = Mutex(State(uplink: uplink, steps: format.map(PictureSteps.init), used: uplink.rate))
        if fitsLine { fit(uplink.rate) } else if let format { encoder?.setBitrate(format.bitrate) }
    }

    func start() {
        guard fitsLine else { return }
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

    func limit(to limit: VideoLimit) {
        guard fitsLine else { return }
        state.withLock { $0.limit = limit }
        use()
    }

    /// Begins or stops sending a screen too; changes the format if it is sent already.
    func share(_ screen: (encoder: VideoEncoder, format: PictureFormat)?) {
        state.withLock { state in
            state.uplink.setHighest(screen == nil ? highest : ScreenRates.highest + ScreenRates.camera)
            state.sharing = screen.map { encoder, format in
                let total = fitsLine ? Self.allowed(state) : ScreenRates.highest + ScreenRates.camera
                return Sharing(
                    encoder: encoder, format: format, rates: ScreenRates(total: total, after: state.sharing?.rates))
            }
            guard let sharing = state.sharing else { return }
            sharing.encoder.setFormat(sharing.format, sharing.rates.step)
            sharing.encoder.setBitrate(sharing.rates.screen)
        }
        if fitsLine { use() }
    }

    private func look() async {
        let all = await connection.streamReports()
        let reports = state.withLock { $0.news.take(all) }
        // The round trip is that of the path, whichever stream it was measured on.
        guard let loss = reports.compactMap(\.fractionLost).max() else { return }
        let report = UplinkRate.Report(loss: loss, roundTrip: reports.compactMap(\.roundTrip).max())
        let now = monotonicNanoseconds()
        let audio = state.withLock { state -> Int? in
            _ = state.uplink.take(report, at: now)
            let isVideoLeast = state.uplink.rate <= UplinkRate.lowest
            return state.audio.take(state.uplink.line, isVideoLeast: isVideoLeast, at: now) ? state.audio.rate : nil
        }
        if let audio { audioEncoder.set("bitrate", "\(audio)") }
        use()
    }

    /// Returns the bitrate of all pictures together.
    private static func allowed(_ state: State) -> Int {
        max(UplinkRate.lowest, min(state.uplink.rate, state.limit.bitrate ?? .max))
    }

    private func use() {
        let (bitrate, hasChanged) = state.withLock { state in
            let total = Self.allowed(state)
            let bitrate = state.sharing == nil ? total : useOfScreen(total, &state)
            defer { state.used = bitrate }
            return (bitrate, bitrate != state.used)
        }
        if hasChanged { encoder?.setBitrate(bitrate) }
        fit(bitrate)
    }

    /// Gives the screen its share; returns the camera's.
    private func useOfScreen(_ total: Int, _ state: inout State) -> Int {
        guard let sharing = state.sharing else { return total }
        let rates = ScreenRates(total: total, after: sharing.rates)
        if rates.screen != sharing.rates.screen { sharing.encoder.setBitrate(rates.screen) }
        if rates.step != sharing.rates.step { sharing.encoder.setStep(rates.step) }
        state.sharing?.rates = rates
        return rates.camera
    }

    /// Sends fewer or smaller pictures if the bitrate carries no more.
    private func fit(_ bitrate: Int) {
        let step = state.withLock { state -> PictureSteps.Step? in
            let keepsFrameRate = state.limit.keepsFrameRate
            guard state.steps?.take(bitrate, keepsFrameRate: keepsFrameRate, at: monotonicNanoseconds()) == true
            else { return nil }
            return state.steps?.step
        }
        if let step { encoder?.setStep(step) }
    }
}
