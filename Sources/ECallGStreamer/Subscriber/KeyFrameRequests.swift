import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// Requests key frames from the sender: whenever the decryptor needs one, repeatedly until one was opened.
///
/// `webrtcbin` turns the event into an RTCP picture loss indication. At most two a second.
final class KeyFrameRequests: Sendable {
    private let pad: Pad
    private let state = Mutex(KeyFrameState())
    private let clock: any Clock<Duration>
    private let repeating = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter pad: the depacketizer's input.
    init(pad: Pad, clock: any Clock<Duration>) {
        self.pad = pad
        self.clock = clock
    }

    /// Asks now and every half second until a key frame was opened; a request can be lost, or fall into the pause that
    /// the sender makes between two.
    func start() {
        let task = Task { [weak self, clock] in
            while !Task.isCancelled {
                guard let self else { return }
                self.ask { $0.tick(at: $1) }
                try? await clock.sleep(for: .milliseconds(500))
            }
        }
        repeating.withLock { $0 = task }
    }

    /// Returns when no more requests are made.
    func stop() async {
        let task = repeating.withLock { task in
            defer { task = nil }
            return task
        }
        task?.cancel()
        await task?.value
    }

    /// Switches to another sender's frames: the first that a decoder can use is a key frame.
    func startOver() { state.withLock { $0.startOver() } }

    /// Notes an opened frame; false when no decoder can do anything with it yet.
    func opened(isKeyFrame: Bool, asked: Bool) -> Bool {
        ask { $0.opened(isKeyFrame: isKeyFrame, asked: asked, at: $1) }
        return state.withLock { $0.hasKeyFrame }
    }

    /// A picture came out of the decoder.
    func decoded() { state.withLock { $0.decoded() } }

    func dropped(_ reason: OpenDrop, asked: Bool) {
        ask { $0.dropped(reason, asked: asked, at: $1) }
    }

    private func ask(_ decide: @Sendable (inout KeyFrameState, UInt64) -> Bool) {
        guard state.withLock({ decide(&$0, monotonicNanoseconds()) }) else { return }
        gst_pad_push_event(pad.pointer, ecall_picture_lost_event())
    }
}

/// When to request a key frame. Pure: takes the time, in nanoseconds of one clock; each function returns whether to request one
/// now.
struct KeyFrameState: Sendable {
    /// Whether a key frame was opened, and nothing since then has made another one necessary.
    private(set) var hasKeyFrame = false
    private var wanted = true
    private var keyMissing = false
    /// The moment since which frames are opened without a picture: the decoder has missed the key frame.
    private var undecodedSince: UInt64?
    private static let patience: UInt64 = 1_000_000_000
    private var throttle = KeyFrameThrottle(milliseconds: 500)

    /// Starts over: frames opened before are useless to later ones.
    mutating func startOver() {
        (hasKeyFrame, wanted, keyMissing, undecodedSince) = (false, true, false, nil)
    }

    /// Time has passed. While the frames that arrive cannot be opened for want of a key, a key frame would not help.
    mutating func tick(at now: UInt64) -> Bool {
        if let undecodedSince, now >= undecodedSince &+ Self.patience { wanted = true }
        return wanted && !keyMissing && throttle.allow(at: now)
    }

    mutating func opened(isKeyFrame: Bool, asked: Bool, at now: UInt64) -> Bool {
        keyMissing = false
        if isKeyFrame || hasKeyFrame && undecodedSince == nil { undecodedSince = now }
        if isKeyFrame {
            hasKeyFrame = true
            wanted = false
            return false
        }
        if asked { wanted = true }
        return wanted && throttle.allow(at: now)
    }

    mutating func decoded() { undecodedSince = nil }

    mutating func dropped(_ reason: OpenDrop, asked: Bool, at now: UInt64) -> Bool {
        if asked { wanted = true }
        keyMissing = reason == .noKey || reason == .heldTooMany
        return wanted && !keyMissing && throttle.allow(at: now)
    }
}
