import CGStreamer
import ECallMedia
import FrameCrypto

/// Counts what the decoder delivers, and reads the content code of the test source where that is wanted.
final class DecodedFrames: Sendable {
    private let codec: FrameCodec
    private let checkContent: Bool
    private let counters: Statistics
    private let events: EventStream
    private let tones = LockedValue(ToneReader())

    init(codec: FrameCodec, checkContent: Bool, counters: Statistics, events: EventStream) {
        self.codec = codec
        self.checkContent = checkContent
        self.counters = counters
        self.events = events
    }

    func take(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
    ) -> PadProbeAction {
        guard let buffer = info.buffer else { return .pass }
        let now = monotonicNanoseconds()
        let isFirst = counters.update { statistics in
            // What a decoder makes up before anything was opened is no frame.
            guard statistics.opened > 0 else { return false }
            statistics.decoded += 1
            guard statistics.firstDecodedAt == 0 else { return false }
            statistics.firstDecodedAt = now
            return true
        }
        if isFirst { events.send(.firstDecodedFrame(at: now)) }
        guard checkContent else { return .pass }
        if codec == .opus { readTone(buffer) } else { readPicture(buffer, pad, now) }
        return .pass
    }

    private func readTone(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        let windows = buffer.withBytes { bytes in
            let count = bytes.count / 2
            let samples = (0..<count).map { index in
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))
            }
            return tones.withLock { $0.read(samples) }
        }
        guard let windows, !windows.isEmpty else { return }
        counters.update { statistics in
            for window in windows {
                switch window {
                case .tone(let sender): statistics.content.tones[sender, default: 0] += 1
                case .unreadable: statistics.content.unreadableTones += 1
                }
            }
        }
    }

    private func readPicture(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ pad: UnsafeMutablePointer<GstPad>, _ now: UInt64
    ) {
        var layout = ECallPictureLayout()
        guard ecall_picture_layout(pad, buffer, &layout) != 0 else { return }
        let code: PictureCode?? = buffer.withBytes { bytes in
            guard Int(layout.offset.0) <= bytes.count else { return nil }
            return LumaPlane(
                bytes: UnsafeRawBufferPointer(rebasing: bytes[Int(layout.offset.0)...]), width: Int(layout.width),
                height: Int(layout.height), stride: Int(layout.stride.0)
            ).flatMap(PictureCode.init(reading:))
        }
        counters.update { statistics in
            guard case .some(.some(let code)) = code else {
                statistics.content.unreadablePictures += 1
                return
            }
            statistics.content.pictures[code.sender, default: 0] += 1
            statistics.content.pictureDelays.append(code.age(at: now))
            if statistics.content.pictureDelays.count > 1_000 { statistics.content.pictureDelays.removeFirst() }
        }
    }
}
