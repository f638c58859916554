import CGStreamer
import ECallMedia
import FrameCrypto

/// Counts what the decoder delivers, and has the content of the test source read if requested.
final class DecodedFrames: Sendable {
    private let codec: FrameCodec
    private let reader: (any ContentReader)?
    private let counters: TrackCounters
    private let events: EventStream

    init(codec: FrameCodec, reader: (any ContentReader)?, counters: TrackCounters, events: EventStream) {
        self.codec = codec
        self.reader = reader
        self.counters = counters
        self.events = events
    }

    func take(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
    ) -> PadProbeAction {
        guard let buffer = info.buffer else { return .pass }
        let now = monotonicNanoseconds()
        let opened = counters.update { statistics -> UInt64? in
            // A picture that a decoder makes up before anything was opened does not count.
            guard statistics.opened > 0 else { return nil }
            statistics.decoded += 1
            if codec != .opus, reader == nil { statistics.gaps.add(at: now) }
            guard statistics.firstDecodedAt == 0 else { return nil }
            statistics.firstDecodedAt = now
            return statistics.firstOpenedAt
        }
        if let opened { events.send(.firstDecodedFrame(at: now, opened: opened)) }
        if let reader, let found = read(buffer, pad, now, with: reader) {
            counters.update { statistics in
                statistics.content.add(found)
                if !found.pictures.isEmpty { statistics.gaps.add(at: now) }
            }
        }
        return .pass
    }

    private func read(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ pad: UnsafeMutablePointer<GstPad>, _ now: UInt64,
        with reader: any ContentReader
    ) -> ContentStatistics? {
        if codec == .opus { return buffer.withBytes { reader.read(audio: $0) } }
        guard let layout = PictureLayout(buffer, of: pad) else { return nil }
        return buffer.withBytes { reader.read(picture: $0, layout, at: now) }
    }
}
