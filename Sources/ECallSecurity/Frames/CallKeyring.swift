public import FrameCrypto
import Synchronization

/// The keys of one call on this device: installs them, hands out the sealers and openers that use them, and drops
/// everything at the end.
///
/// Sealers and openers may be made before the first key; they pick keys up as they come.
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
        var sealers: [WeakReference<KeyringSealer>] = []
        var openers: [WeakReference<KeyringOpener>] = []
        /// By device, track and codec, for the whole call: they know what was opened before.
        var tracks: [CallTrackOpener.ID: CallTrackOpener] = [:]
        var sealCounts: [Track: Counter<SealCounts>] = [:]
        var openCounts: [RemoteTrack: Counter<OpenCounts>] = [:]
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

    /// Ends the use of all keys, for good: everything derived from them is overwritten, every sealer and opener answers
    /// `noKey`, threads that wait for keys go on.
    public func wipe() {
        let (sealers, openers, tracks) = state.withLock { state in
            state.isWiped = true
            state.keys = CallKeySet()
            defer {
                state.sealers = []
                state.openers = []
                state.tracks = [:]
            }
            return (state.sealers, state.openers, state.tracks.values)
        }
        for sealer in sealers { sealer.object?.wipe() }
        for track in tracks { track.wipe() }
        for opener in openers { opener.object?.keysHaveChanged() }
        Overwrite.unusedStack()
        needsKeyContinuation.finish()
    }

    // MARK: - tracks

    /// Makes the sealer for one run of an encoder.
    public func makeSealer(track: Track, codec: FrameCodec) -> any FrameSealing {
        state.withLock { state in
            let counter = state.sealCounts[track] ?? Counter(SealCounts())
            state.sealCounts[track] = counter
            let sealer = KeyringSealer(keyring: self, track: track, codec: codec, counter: counter)
            if state.isWiped { sealer.wipe() }
            state.sealers.removeAll { $0.object == nil }
            state.sealers.append(WeakReference(sealer))
            return sealer
        }
    }

    /// Makes the opener of one track of another device, for one feed of it. What the track's other openers have opened
    /// it does not open again; what it opens begins with a key frame.
    public func makeOpener(sender: DeviceAddress, track: Track, codec: FrameCodec) -> any FrameOpening {
        state.withLock { state in
            let remoteTrack = RemoteTrack(sender: sender, track: track)
            let counter = state.openCounts[remoteTrack] ?? Counter(OpenCounts())
            state.openCounts[remoteTrack] = counter
            let id = CallTrackOpener.ID(track: remoteTrack, codec: codec)
            let track = state.tracks[id] ?? CallTrackOpener(callID: callID, id: id)
            if state.isWiped {
                track.wipe()
            } else {
                state.tracks[id] = track
                track.update(state.keys.entries, now: now())
                track.decoderBegins()
            }
            let opener = KeyringOpener(keyring: self, track: track, counter: counter)
            state.openers.removeAll { $0.object == nil }
            state.openers.append(WeakReference(opener))
            return opener
        }
    }

    /// What became of all frames so far.
    public var statistics: KeyringStatistics {
        state.withLock { state in
            KeyringStatistics(
                sealed: state.sealCounts.mapValues(\.value), opened: state.openCounts.mapValues(\.value))
        }
    }

    // MARK: - for sealers and openers

    /// The key to seal with now.
    func sealingEntry() -> CallKeySet.Entry? {
        state.withLock { $0.keys.sealingEntry(now: now()) }
    }

    func reportNeed() { needsKeyContinuation.yield() }

    private func distribute(_ state: inout State) {
        state.openers.removeAll { $0.object == nil }
        for track in state.tracks.values { track.update(state.keys.entries, now: now()) }
        for opener in state.openers { opener.object?.keysHaveChanged() }
        for sealer in state.sealers { sealer.object?.keep(state.keys.entries) }
    }
}

/// One track of another device.
public struct RemoteTrack: Sendable, Hashable {
    public let sender: DeviceAddress
    public let track: Track

    public init(sender: DeviceAddress, track: Track) {
        self.sender = sender
        self.track = track
    }
}

/// What became of a call's frames, by track.
public struct KeyringStatistics: Sendable, Equatable {
    public let sealed: [Track: SealCounts]
    public let opened: [RemoteTrack: OpenCounts]
}

struct WeakReference<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?
    init(_ object: Object) { self.object = object }
}

/// Counts that outlive the sealer or opener that makes them.
final class Counter<Counts: Sendable>: Sendable {
    private let counts: Mutex<Counts>
    init(_ counts: Counts) { self.counts = Mutex(counts) }
    var value: Counts { counts.withLock { $0 } }
    func change(_ body: (inout Counts) -> Void) { counts.withLock { body(&$0) } }
}
