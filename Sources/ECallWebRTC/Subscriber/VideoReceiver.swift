import ECallMedia
import FrameCrypto
import Synchronization
import WebRTC

/// The video of one sender: opened, counted, shown. A line has one at a time.
final class VideoReceiver: Sendable {
    /// How long VP8 isn't shown after a switch, in nanoseconds: its pictures don't identify their sender.
    private static let pause: UInt64 = 1_000_000_000
    /// The most RTP timestamps that are remembered of frames in a decoder.
    private static let mostDecoding = 64

    let tag = FrameTag()
    private let configuration: SubscriberConfiguration
    private let parts: EngineParts
    private let counters = TrackCounters()
    private let events: EventStream
    private let shownFrom: UInt64
    private let state = Mutex(State())

    private struct State {
        var need = KeyFrameNeed()
        var decoding: [UInt32] = []
    }

    /// - Parameter switched: whether the line was another sender's before.
    init(_ configuration: SubscriberConfiguration, _ events: EventStream, switched: Bool, _ parts: EngineParts) {
        (self.configuration, self.events, self.parts) = (configuration, events, parts)
        shownFrom = switched && configuration.codec == .vp8 ? monotonicNanoseconds() &+ Self.pause : 0
        parts.tracks.add(self)
        if configuration.recording != nil {
            configuration.recordingNotice?(Preparation.noRecordings.text)
        }
    }

    deinit { parts.tracks.remove(tag) }

    // MARK: - On libwebrtc's threads

    /// - Parameter isFirst: whether nothing was opened on the line so far: libwebrtc tries such frames again.
    func open(_ sealed: [UInt8], isFirst: Bool) -> OpenedFrame {
        switch configuration.decryptor.open(sealed) {
        case .opened(let frame, let asked):
            let isKeyFrame = configuration.codec.isKeyFrame(frame)
            let isUsable = state.withLock { state in
                state.need.opened(isKeyFrame: isKeyFrame, asked: asked)
                return !state.need.isNeeded || asked
            }
            counters.update { statistics in
                statistics.opened += 1
                if statistics.firstOpenedAt == 0 { statistics.firstOpenedAt = monotonicNanoseconds() }
            }
            guard configuration.codec == .vp8 else { return .opened(tag.bytes + frame) }
            return isUsable ? .opened(frame) : .dropped
        case .held:
            if isFirst { return .dropped }
            counters.countDrop(OpenDrop.noKey)
            state.withLock { $0.need.held() }
            return unopened(asked: true)
        case .dropped(let reason, let asked):
            counters.countDrop(reason)
            state.withLock { $0.need.dropped(reason, asked: asked) }
            return isFirst ? (asked ? .dropped : .notOpened) : unopened(asked: asked)
        }
    }

    private func unopened(asked: Bool) -> OpenedFrame {
        if configuration.codec == .h264 { return .opened(tag.bytes) }
        return asked ? .dropped : .notOpened
    }

    /// Whether the decoder must refuse frames until there is a key frame.
    var asksForKeyFrame: Bool { state.withLock { $0.need.asks } }

    /// A frame with this RTP timestamp is passed to the decoder.
    func decodes(_ timeStamp: UInt32) {
        state.withLock { state in
            state.decoding.append(timeStamp)
            if state.decoding.count > Self.mostDecoding { state.decoding.removeFirst() }
        }
    }

    /// A decoded picture of the line, which may be the former sender's.
    func take(_ frame: RTCVideoFrame) {
        let now = monotonicNanoseconds()
        let timeStamp = UInt32(bitPattern: frame.timeStamp)
        let isOwn =
            configuration.codec == .vp8
            ? now >= shownFrom : state.withLock { $0.decoding.contains(timeStamp) }
        guard isOwn else { return }
        let opened = counters.update { statistics -> UInt64? in
            guard statistics.opened > 0 else { return nil }
            statistics.decoded += 1
            statistics.gaps.add(at: now)
            guard statistics.firstDecodedAt == 0 else { return 0 }
            statistics.firstDecodedAt = now
            return statistics.firstOpenedAt
        }
        guard let opened else { return }
        if opened > 0 { events.send(.firstDecodedFrame(at: now, opened: opened)) }
        if configuration.output.pictures == .surface, let surface = configuration.surface {
            parts.surfaces.show(frame, on: surface)
        }
    }

    // MARK: - Statistics

    var arrivals: Int {
        let statistics = counters.current
        return statistics.openDrops.values.reduce(statistics.opened, +)
    }

    var statistics: TrackStatistics { counters.current }
}

extension FrameCodec {
    func isKeyFrame(_ frame: [UInt8]) -> Bool {
        switch self {
        case .h264: AnnexB.containsIDR(frame)
        // RFC 6386 section 9.1.
        case .vp8: frame.first.map { $0 & 1 == 0 } ?? false
        case .opus: true
        }
    }
}
