public import FrameCrypto
import Synchronization

extension SenderKey: RatchetedKey {}

/// The keys of one call's frames on this device: seals with the key that may be used at that moment, opens with those that others
/// gave, and drops everything at the end (e2ee 8).
///
/// Encryptors and decryptors may be made before the first key; they pick keys up as they come.
public final class SenderKeyring: Sendable {
    /// Devices whose frames arrived under a key that did not arrive while they were held; once a second for each at most. For
    /// one consumer; ends with `wipe`.
    public let needsKey: AsyncStream<DeviceAddress>

    let now: @Sendable () -> UInt64
    private let callID: UInt64
    private let ownAddress: DeviceAddress
    private let random: @Sendable () -> UInt64
    private let sealing: @Sendable () -> SealingKey?
    private let needsKeyContinuation: AsyncStream<DeviceAddress>.Continuation
    private let state = Mutex(State())

    private struct State {
        var isWiped = false
        /// For the whole entry: no run of a track is repeated.
        var runs: [Track: SealingRuns] = [:]
        /// The newest of each layer; one that was replaced seals nothing any more.
        var encryptors: [LayerID: WeakReference<SenderEncryptor>] = [:]
        /// For the whole call: they know which frames were opened before.
        var senders: [DeviceAddress: LockedValue<SenderTracks>] = [:]
        var decryptors: [WeakReference<SenderDecryptor>] = []
        var needs: [DeviceAddress: UInt64] = [:]
        var sealCounts: [Track: LockedValue<SealCounts>] = [:]
        var openCounts: [RemoteTrack: LockedValue<OpenCounts>] = [:]
    }

    struct LayerID: Hashable {
        let track: Track
        let layer: UInt8
    }

    /// The key and ID that the next frame of a layer is sealed with.
    struct Sealing {
        let key: SealingKey
        let keyID: SenderFrameKeyID
    }

    /// Makes a keyring without keys.
    ///
    /// - Parameters:
    ///   - now: the monotonic clock in nanoseconds.
    ///   - random: 64 bits of the system's generator; 30 of them go into each run.
    /// - sealing: the key to seal with, asked at every frame; nil if nothing may be sealed. Must not call the keyring.
    public init(
        callID: UInt64, ownAddress: DeviceAddress,
        now: @escaping @Sendable () -> UInt64 = MonotonicClock.now,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
        sealing: @escaping @Sendable () -> SealingKey?
    ) {
        self.callID = callID
        self.ownAddress = ownAddress
        self.now = now
        self.random = random
        self.sealing = sealing
        (needsKey, needsKeyContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(128))
    }

    deinit { needsKeyContinuation.finish() }

    // MARK: - keys

    /// Accepts another device's key: its frames are opened with it, from this step on.
    public func receive(from sender: DeviceAddress, _ key: SealingKey) {
        let now = now()
        withTracks(of: sender) {
            $0.keys.receive(key.key, generation: key.generation, step: key.step, now: now)
        }
        wakeDecryptors()
    }

    /// Drops all keys of a device: it has left, is away, or joined again. The opened counters are remembered.
    public func forget(_ sender: DeviceAddress) {
        let tracks = state.withLock { $0.senders[sender] }
        tracks?.withLock { $0.forget() }
        Overwrite.unusedStack()
        wakeDecryptors()
    }

    /// Drops keys that must no longer be used: those of others whose time is over, and those derived from a key that no longer
    /// seals. Returns when to call again; nil while no key is superseded.
    @discardableResult
    public func expireKeys() -> UInt64? {
        let now = now()
        let (senders, encryptors) = state.withLock { (Array($0.senders.values), Array($0.encryptors.values)) }
        let current = sealing()
        for encryptor in encryptors { encryptor.object?.keepOnly(current) }
        return senders.compactMap { tracks in tracks.withLock { $0.expire(now: now) } }.min()
    }

    /// Ends the use of all keys for good: everything derived from them is overwritten, every encryptor and decryptor returns
    /// `noKey`, and threads that wait for keys continue.
    public func wipe() {
        let (encryptors, senders) = state.withLock { state in
            state.isWiped = true
            defer {
                state.encryptors = [:]
                state.senders = [:]
            }
            return (Array(state.encryptors.values), Array(state.senders.values))
        }
        for encryptor in encryptors { encryptor.object?.drop() }
        for tracks in senders { tracks.withLock { $0.wipe() } }
        wakeDecryptors()
        Overwrite.unusedStack()
        needsKeyContinuation.finish()
    }

    // MARK: - tracks

    /// Makes what seals one run of an encoder. From now on an earlier one of that track and layer seals nothing.
    ///
    /// - Parameter layer: 0 … 3, which encoding of the track's picture; all of a track share their runs.
    public func makeEncryptor(track: Track, codec: FrameCodec, layer: UInt8 = 0) -> any FrameEncryptor {
        precondition(layer < SenderFrameKeyID.layers, "a KID has two bits for the layer")
        let (encryptor, replaced) = state.withLock { state in
            let counts = state.sealCounts[track] ?? LockedValue(SealCounts())
            state.sealCounts[track] = counts
            let id = LayerID(track: track, layer: layer)
            let encryptor = SenderEncryptor(keyring: self, id: id, codec: codec, counts: counts)
            let replaced = state.encryptors[id]?.object
            state.encryptors[id] = WeakReference(encryptor)
            // Published again: all layers start a new run, so that earlier frames can be told from later ones.
            state.runs[track]?.end()
            return (encryptor, replaced)
        }
        replaced?.drop()
        return encryptor
    }

    /// Makes the decryptor of one track of another device, on one feed or slot. Frames that were opened on another feed of the
    /// track are not opened again; it begins with a key frame, whatever the decoder before it had.
    public func makeDecryptor(sender: DeviceAddress, track: Track, codec: FrameCodec) -> SenderDecryptor {
        let decryptor = SenderDecryptor(keyring: self, sender: sender, track: track, codec: codec)
        state.withLock { state in
            state.decryptors.removeAll { $0.object == nil }
            state.decryptors.append(WeakReference(decryptor))
        }
        startOver(RemoteTrack(sender: sender, track: track))
        return decryptor
    }

    /// The counters of all frames so far.
    public var statistics: KeyringStatistics {
        state.withLock { state in
            KeyringStatistics(
                sealed: state.sealCounts.mapValues { $0.withLock { $0 } },
                opened: state.openCounts.mapValues { $0.withLock { $0 } })
        }
    }

    // MARK: - for encryptors

    /// Returns the key that an encryptor seals its next frame with; nil if nothing may be sealed, and then its track's run is over:
    /// a sealer that is dropped must not begin again under its KID.
    ///
    /// - Parameter held: the KID of its sealer.
    func sealing(for encryptor: SenderEncryptor, held: SenderFrameKeyID?) -> Sealing? {
        state.withLock { state in
            let id = encryptor.id
            guard !state.isWiped, state.encryptors[id]?.object === encryptor else { return nil }
            guard let key = sealing() else {
                state.runs[id.track]?.end()
                return nil
            }
            let now = now()
            let keyID = state.runs[id.track, default: SealingRuns()].keyID(
                layer: id.layer, held: held, generation: key.generation, step: key.step, now: now, random: random)
            return keyID.map { Sealing(key: key, keyID: $0) }
        }
    }

    func baseKey(_ key: SenderKey, of track: Track) -> FrameCipher.Secret {
        key.baseKey(callID: callID, sender: ownAddress, track: track)
    }

    // MARK: - for decryptors

    /// A decoder begins with this track.
    func startOver(_ track: RemoteTrack) {
        withTracks(of: track.sender) { $0.lost(track.track) }
    }

    /// Opens a frame of a device's track, and counts what became of it.
    func open(
        _ payload: [UInt8], of track: RemoteTrack, codec: FrameCodec, isSettling: Bool, now: UInt64
    ) -> OpenOutcome {
        let outcome =
            withTracks(of: track.sender) {
                $0.open(payload, track: track.track, codec: codec, isSettling: isSettling, now: now)
            } ?? .dropped(.noKey, needsKeyFrame: false)
        counts(of: track).withLock { $0.count(outcome) }
        if case .dropped(.noKey, _) = outcome, !isSettling { reportNeed(track.sender, now: now) }
        return outcome
    }

    /// Nil after the end.
    @discardableResult
    private func withTracks<Result: Sendable>(
        of sender: DeviceAddress, _ body: (inout SenderTracks) -> Result
    ) -> Result? {
        state.withLock { $0.isWiped ? nil : tracks(of: sender, &$0) }?.withLock { body(&$0) }
    }

    private func tracks(of sender: DeviceAddress, _ state: inout State) -> LockedValue<SenderTracks> {
        if let tracks = state.senders[sender] { return tracks }
        let tracks = LockedValue(SenderTracks(callID: callID, sender: sender))
        state.senders[sender] = tracks
        return tracks
    }

    private func counts(of track: RemoteTrack) -> LockedValue<OpenCounts> {
        state.withLock { state in
            let counts = state.openCounts[track] ?? LockedValue(OpenCounts())
            state.openCounts[track] = counts
            return counts
        }
    }

    private func reportNeed(_ sender: DeviceAddress, now: UInt64) {
        let isDue = state.withLock { state in
            guard !state.isWiped, state.needs[sender].map({ now >= $0 &+ Self.needInterval }) ?? true else {
                return false
            }
            state.needs[sender] = now
            return true
        }
        if isDue { needsKeyContinuation.yield(sender) }
    }

    private static let needInterval: UInt64 = 1_000_000_000

    private func wakeDecryptors() {
        for decryptor in state.withLock({ $0.decryptors }) { decryptor.object?.keysHaveChanged() }
    }
}
