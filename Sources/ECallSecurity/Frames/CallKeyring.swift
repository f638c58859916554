public import FrameCrypto
import Synchronization

/// The keys of one call on this device: installs them, hands out the encryptors and decryptors that use them, and drops
/// everything at the end.
///
/// Encryptors and decryptors may be made before the first key; they pick keys up as they come.
public final class CallKeyring: Sendable {
    /// Fires when a frame's key did not come while the frame was held, and when there is nothing to seal with.
    /// `KeyRequester` decides whether that becomes a request. One consumer; ends with `wipe`.
    public let needsKey: AsyncStream<Void>

    let callID: UInt64
    let ownAddress: DeviceAddress
    let now: @Sendable () -> UInt64
    let random: @Sendable () -> UInt64
    private let needsKeyContinuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    private struct State {
        var keys = CallKeySet()
        var isWiped = false
        var encryptors: [WeakReference<KeyringEncryptor>] = []
        var decryptors: [WeakReference<KeyringDecryptor>] = []
        /// For the whole call: they know what was opened before.
        var openers: [OpenerID: LockedValue<TrackOpener<FrameCipher>>] = [:]
        var sealCounts: [Track: LockedValue<SealCounts>] = [:]
        var openCounts: [RemoteTrack: LockedValue<OpenCounts>] = [:]
    }

    /// Layouts differ by codec, so a device that changes it is another track.
    private struct OpenerID: Hashable {
        let track: RemoteTrack
        let codec: FrameCodec
    }

    /// Makes a keyring without keys.
    ///
    /// - Parameters:
    ///   - now: the monotonic clock in nanoseconds.
    ///   - random: 64 bits of the system's generator; sessions are drawn from it.
    public init(
        callID: UInt64, ownAddress: DeviceAddress,
        now: @escaping @Sendable () -> UInt64 = MonotonicClock.now,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.callID = callID
        self.ownAddress = ownAddress
        self.now = now
        self.random = random
        (needsKey, needsKeyContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit { needsKeyContinuation.finish() }

    // MARK: - keys

    /// Draws a key for a new epoch, with a tag that differs from those of the last keys.
    public func drawKey() -> CallKey {
        while true {
            let key = CallKey()
            if state.withLock({ $0.keys.hasDistinctTag(key) }) { return key }
        }
    }

    /// Takes a key into use: opening at once, sealing if it is the newest (e2ee 3).
    ///
    /// - Parameters:
    ///   - sealFrom: when sealing with it begins, on the monotonic clock; nil for at once. Until then the key before goes
    ///     on sealing.
    ///   - leave: when somebody left who may have been sent this key; nil where nobody did.
    @discardableResult
    public func install(
        _ key: CallKey, epoch: UInt32, sealFrom: UInt64? = nil, leave: UInt64? = nil
    ) -> InstallResult {
        state.withLock { state in
            guard !state.isWiped else { return .refused }
            let result = state.keys.install(key, epoch: epoch, sealFrom: sealFrom, leave: leave, now: now())
            distribute(&state)
            return result
        }
    }

    /// A device has left the call, known since the instant: keys that are here seal for one second more, then only
    /// newer ones do.
    public func learnedOfLeave(at instant: UInt64) {
        state.withLock { $0.keys.learnedOfLeave(at: instant) }
    }

    /// Drops superseded keys whose time is over. Answers when to call again; nil while no key is superseded.
    @discardableResult
    public func expireKeys() -> UInt64? {
        state.withLock { state in
            state.keys.expire(now: now())
            distribute(&state)
            return state.keys.nextExpiry
        }
    }

    /// The epoch of the newest key; nil without a key.
    public var epoch: UInt32? { state.withLock { $0.keys.newest?.epoch } }

    /// Wraps the newest key for a device that asked for it; the key itself stays inside. Nil without a key.
    public func wrapCurrentKey(
        for recipient: DevicePublicKey
    ) throws(EnvelopeError) -> (envelope: CallKeyEnvelope, epoch: UInt32)? {
        guard let newest = state.withLock({ $0.keys.newest }) else { return nil }
        return (try CallKeyEnvelope.wrap(newest.key, for: recipient), newest.epoch)
    }

    /// Ends the use of all keys, for good: everything derived from them is overwritten, every encryptor and decryptor
    /// answers `noKey`, threads that wait for keys go on.
    public func wipe() {
        let (encryptors, decryptors, openers) = state.withLock { state in
            state.isWiped = true
            state.keys = CallKeySet()
            defer {
                state.encryptors = []
                state.decryptors = []
                state.openers = [:]
            }
            return (state.encryptors, state.decryptors, state.openers.values)
        }
        for encryptor in encryptors { encryptor.object?.wipe() }
        for opener in openers { opener.withLock { $0.wipe() } }
        for decryptor in decryptors { decryptor.object?.keysHaveChanged() }
        Overwrite.unusedStack()
        needsKeyContinuation.finish()
    }

    // MARK: - tracks

    /// Makes what seals one run of an encoder.
    public func makeEncryptor(track: Track, codec: FrameCodec) -> any FrameEncryptor {
        state.withLock { state in
            let counts = state.sealCounts[track] ?? LockedValue(SealCounts())
            state.sealCounts[track] = counts
            let encryptor = KeyringEncryptor(keyring: self, track: track, codec: codec, counts: counts)
            if state.isWiped { encryptor.wipe() }
            state.encryptors.removeAll { $0.object == nil }
            state.encryptors.append(WeakReference(encryptor))
            return encryptor
        }
    }

    /// Makes what opens one track of another device, on one feed of it. What was opened on another feed of the track it
    /// does not open again; what it opens begins with a key frame, whatever the decoder before it had.
    public func makeDecryptor(sender: DeviceAddress, track: Track, codec: FrameCodec) -> any FrameDecryptor {
        state.withLock { state in
            let remoteTrack = RemoteTrack(sender: sender, track: track)
            let counts = state.openCounts[remoteTrack] ?? LockedValue(OpenCounts())
            state.openCounts[remoteTrack] = counts
            let id = OpenerID(track: remoteTrack, codec: codec)
            let opener = state.openers[id] ?? LockedValue(TrackOpener(codec: codec, provider: FrameCipher()))
            if state.isWiped {
                opener.withLock { $0.wipe() }
            } else {
                state.openers[id] = opener
                update(opener, of: remoteTrack, state.keys)
                opener.withLock { $0.lost() }
            }
            let decryptor = KeyringDecryptor(keyring: self, opener: opener, counts: counts)
            state.decryptors.removeAll { $0.object == nil }
            state.decryptors.append(WeakReference(decryptor))
            return decryptor
        }
    }

    /// What became of all frames so far.
    public var statistics: KeyringStatistics {
        state.withLock { state in
            KeyringStatistics(
                sealed: state.sealCounts.mapValues { $0.withLock { $0 } },
                opened: state.openCounts.mapValues { $0.withLock { $0 } })
        }
    }

    // MARK: - for encryptors and decryptors

    /// The key to seal with now.
    func sealingEntry() -> CallKeySet.Entry? {
        state.withLock { $0.keys.sealingEntry(now: now()) }
    }

    func reportNeed() { needsKeyContinuation.yield() }

    private func distribute(_ state: inout State) {
        state.decryptors.removeAll { $0.object == nil }
        for (id, opener) in state.openers { update(opener, of: id.track, state.keys) }
        for decryptor in state.decryptors { decryptor.object?.keysHaveChanged() }
        for encryptor in state.encryptors { encryptor.object?.keep(state.keys.entries) }
    }

    private func update(_ opener: LockedValue<TrackOpener<FrameCipher>>, of track: RemoteTrack, _ keys: CallKeySet) {
        let now = now()
        opener.withLock { $0.update(keys.entries, of: track, callID: callID, now: now) }
    }
}
