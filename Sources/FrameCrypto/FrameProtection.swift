/// The tracks that one device can send. The raw value is the track's name in the key schedule.
public enum Track: String, Sendable, Hashable, CaseIterable {
    case audio, video, screen, screenAudio
}

/// The frame layout of a track, which decides what stays readable for the SFU.
public enum FrameCodec: String, Sendable, Hashable, CaseIterable, Codable {
    case opus, h264, vp8
}

/// Why a frame was not sealed.
public enum SealDrop: String, Sendable, Hashable, CaseIterable {
    /// There is no key to send with, or it must no longer be used.
    case noKey
    /// The frame is empty or too short to seal.
    case emptyFrame
    /// The frame's layout cannot be protected (for H.264: first_mb ≠ 0, PPS id ≠ 0, forbidden bit, no slice).
    case unsupportedFrame
    /// A frame of this track was dropped before, and this one is not a key frame.
    case waitingForKeyFrame
    /// The frame counter of this session is used up.
    case counterExhausted
}

/// Why a received frame was not opened.
public enum OpenDrop: String, Sendable, Hashable, CaseIterable {
    /// No key of that name arrived within the time a frame is held.
    case noKey
    /// The key was superseded or wiped.
    case retiredKey
    /// The key is known, and the frame does not verify under it.
    case badTag
    /// The frame was opened before, or is older than the replay window.
    case replay
    /// The bytes are not a sealed frame of this codec.
    case malformed
    /// The sender's session is closed, or there are too many.
    case closedSession
    /// Too many frames are already held.
    case heldTooMany
}

/// The result of sealing a frame.
public enum SealOutcome: Sendable, Equatable {
    /// The bytes to pass to the packetizer, unchanged.
    case sealed([UInt8])
    /// Nothing may be sent. With `needsKeyFrame`, a key frame must be requested from the encoder.
    case dropped(SealDrop, needsKeyFrame: Bool)
}

/// The result of opening a received frame.
public enum OpenOutcome: Sendable, Equatable {
    /// The encoded frame for the decoder. With `needsKeyFrame`, a key frame must be requested from the sender.
    case opened([UInt8], needsKeyFrame: Bool)
    /// The key is not known yet: try the same bytes again when keys have changed, at the latest at this instant
    /// (nanoseconds of the monotonic clock), at which the frame is dropped.
    case held(until: UInt64)
    /// Nothing may reach the decoder. With `needsKeyFrame`, a key frame must be requested from the sender.
    case dropped(OpenDrop, needsKeyFrame: Bool)
}

/// Encrypts the frames of one local track. One object belongs to one encoder run; it is never reused or resumed.
///
/// Called on the engine's streaming thread, one frame at a time; never blocks.
public protocol FrameEncryptor: AnyObject, Sendable {
    /// Seals one encoded frame (Opus packet, H.264 access unit in Annex B form, VP8 frame).
    func seal(_ frame: [UInt8]) -> SealOutcome
}

/// Decrypts the frames of one track of one remote device.
///
/// Called on the engine's streaming thread, one frame at a time. The way of a frame from the track to clear text has one
/// type a step:
/// 1. The engine stops it between depacketizer and decoder, and lets nothing else through: `DecryptingProbe`.
/// 2. It asks a `FrameDecryptor`. In a call that is `SenderDecryptor`, one for each feed: it counts the results, and lets the
/// thread wait while the keyring does not have the key yet.
/// 3. `SenderTrackOpener`, one for the track as long as the call lives, is the receiver of SFrame: it parts clear from sealed bytes
/// (`FrameLayout`), finds the key by the header's KID, and refuses frames that were opened before (`ReplayWindow`).
/// 4. `SFrameKey` verifies and decrypts (RFC 9605 section 4.4.4).
public protocol FrameDecryptor: AnyObject, Sendable {
    /// Opens what the depacketizer delivered. Never blocks.
    func open(_ payload: [UInt8]) -> OpenOutcome
    /// Blocks the calling thread until keys have changed, the call has ended, or the given time (nanoseconds of the monotonic
    /// clock).
    func waitForKeys(until deadline: UInt64)
    /// The media server is about to switch the track's slot to this sender: for 2 s frames may still be those of the sender before,
    /// and frames that do not open are dropped, neither held nor asked for (e2ee 8.2).
    func settle()
}

extension FrameDecryptor {
    /// Does nothing, for decryptors that hold no frames and request nothing.
    public func settle() {}
}
