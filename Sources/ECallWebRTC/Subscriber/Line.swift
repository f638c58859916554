import Synchronization
import WebRTC

/// One media line of a connection: its decryptor uses the line's current receiver, and nothing is opened while there is none.
final class VideoLine: FrameOpener {
    private struct State {
        var receiver: VideoReceiver?
        var hasOpened = false
    }

    private let state = Mutex(State())

    var receiver: VideoReceiver? { state.withLock { $0.receiver } }

    func give(to receiver: VideoReceiver?) { state.withLock { $0.receiver = receiver } }

    func open(_ sealed: [UInt8]) -> OpenedFrame {
        let (receiver, isFirst) = state.withLock { ($0.receiver, !$0.hasOpened) }
        guard let receiver else { return .dropped }
        let outcome = receiver.open(sealed, isFirst: isFirst)
        return state.withLock { state in
            guard state.receiver === receiver else { return .dropped }
            if case .opened = outcome { state.hasOpened = true }
            return outcome
        }
    }

    func take(_ frame: RTCVideoFrame) { receiver?.take(frame) }
}

final class AudioLine: FrameOpener {
    private struct State {
        var receiver: AudioReceiver?
        var track: Unchecked<RTCAudioTrack>?
        /// In percent.
        var volume = 100
    }

    private let state = Mutex(State())

    var receiver: AudioReceiver? { state.withLock { $0.receiver } }

    /// The line was offered.
    func begin(_ track: RTCAudioTrack) {
        let track = Unchecked(track)
        state.withLock { $0.track = track }
        follow()
    }

    func give(to receiver: AudioReceiver) {
        state.withLock { ($0.receiver, $0.volume) = (receiver, 100) }
        follow()
    }

    /// Gives it up, if it is still this receiver's.
    func leave(_ receiver: AudioReceiver) {
        state.withLock { if $0.receiver === receiver { $0.receiver = nil } }
        follow()
    }

    /// - Parameter percent: of how it was sent, if the line is still this receiver's.
    func setVolume(_ percent: Int, of receiver: AudioReceiver) {
        state.withLock { if $0.receiver === receiver { $0.volume = percent } }
        follow()
    }

    private func follow() {
        let (track, isPlayed, volume) = state.withLock { ($0.track, $0.receiver?.isPlayed ?? false, $0.volume) }
        track?.value.isEnabled = isPlayed
        track?.value.source.volume = Double(volume) / 100
    }

    func open(_ sealed: [UInt8]) -> OpenedFrame { receiver?.open(sealed) ?? .notOpened }
}
