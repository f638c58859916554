import FrameCrypto

/// The receiving state of one other device: its keys, and the openers of its tracks.
struct SenderTracks: Sendable {
    var keys = ReceivedKeys<SenderKey>()
    /// None after the end.
    private var openers: [Track: SenderTrackOpener<FrameCipher, SenderKey>] = [:]

    init(callID: UInt64, sender: DeviceAddress) {
        for track in Track.allCases {
            openers[track] = SenderTrackOpener(provider: FrameCipher()) { key in
                key.baseKey(callID: callID, sender: sender, track: track)
            }
        }
    }

    /// Opens a frame, regardless of the codec of earlier frames of the track.
    mutating func open(
        _ payload: [UInt8], track: Track, codec: FrameCodec, isSettling: Bool, now: UInt64
    ) -> OpenOutcome {
        openers[track]?.open(payload, codec: codec, with: &keys, isSettling: isSettling, now: now)
            ?? .dropped(.noKey, needsKeyFrame: false)
    }

    /// A decoder begins with this track.
    mutating func lost(_ track: Track) { openers[track]?.lost() }

    mutating func forget() {
        keys.forget()
        // Not iterating the keys: their holder would make each change copy all.
        for track in Track.allCases { openers[track]?.forget() }
    }

    /// Drops keys that must no longer be used. Returns when to call again.
    mutating func expire(now: UInt64) -> UInt64? {
        keys.expire(now: now)
        for track in Track.allCases { openers[track]?.expire(keys, now: now) }
        return keys.nextExpiry
    }

    /// Drops everything, for good.
    mutating func wipe() {
        keys.forget()
        openers = [:]
    }
}
