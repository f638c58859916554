/// Decrypts the frames of one track of one remote device (e2ee 4): the receiver of RFC 9605, with its keys, sessions and
/// replay windows. Pure: time comes as an argument, in nanoseconds.
///
/// Lives as long as the call, on whatever feeds the track comes: the media server decides when a person publishes again,
/// and what was opened once is opened nowhere again.
public struct TrackOpener<Provider: FrameCryptoProvider>: Sendable {
    private let codec: FrameCodec
    private let provider: Provider
    private var keys: [ReceiveKey<Provider>] = []
    /// Of all keys it ever had: one whose time is over does not come again.
    private var knownIDs: Set<UInt64> = []
    /// How often a key has come.
    public private(set) var additions = 0
    /// Whether every key was dropped for good.
    public private(set) var isWiped = false
    /// The tags of the keys that were removed last; frames under them are not worth waiting for.
    private var retiredTags: [UInt16] = []
    private var holding = HeldFrames()
    private var trials = RateLimit(limit: OpeningLimits.trialsPerSecond, interval: OpeningLimits.second)
    private var keyFrames: KeyFrameDemand

    /// Makes an opener without keys: frames are held until one is added.
    public init(codec: FrameCodec, provider: Provider) {
        self.codec = codec
        self.provider = provider
        keyFrames = KeyFrameDemand(isNeeded: codec.hasKeyFrames)
    }

    /// Whether this key was added, whatever became of it since.
    public func knows(id: UInt64) -> Bool { knownIDs.contains(id) }

    /// Adds a key to open with; one that was here before is ignored, and so is any after `wipe`.
    ///
    /// - Parameters:
    ///   - id: names the key in `knows` and `supersede`.
    ///   - tag: the tag of the call key's name.
    ///   - baseKey: the base key of the remote device and this track.
    ///   - expiresAt: the instant from which it opens nothing, for a key that is superseded already.
    public mutating func add(id: UInt64, tag: UInt16, baseKey: Provider.Secret, expiresAt: UInt64? = nil) {
        guard !isWiped, knownIDs.insert(id).inserted else { return }
        additions += 1
        keys.append(ReceiveKey(id: id, tag: tag, baseKey: baseKey, expiresAt: expiresAt))
        retiredTags.removeAll { $0 == tag }
        holding.release(tag)
    }

    /// Lets a key open frames until an instant only; a second call does not move it.
    public mutating func supersede(id: UInt64, until instant: UInt64) {
        for index in keys.indices where keys[index].id == id && keys[index].expiresAt == nil {
            keys[index].expiresAt = instant
        }
    }

    /// Drops keys whose time is over, and with them what was derived from them.
    public mutating func expire(now: UInt64) {
        retire { key in key.expiresAt.map { now >= $0 } ?? false }
    }

    /// Notes that frames were lost, or that a decoder starts over: a key frame is asked for.
    public mutating func lost() { keyFrames.demand(codec) }

    /// Drops every key and all that was derived from it, for good: from now on each frame is dropped for want of a key.
    public mutating func wipe() {
        isWiped = true
        keys = []
        holding = HeldFrames()
    }

    private mutating func retire(where isOver: (ReceiveKey<Provider>) -> Bool) {
        for key in keys where isOver(key) {
            retiredTags.append(key.tag)
            if retiredTags.count > OpeningLimits.retiredTags { retiredTags.removeFirst() }
        }
        keys.removeAll(where: isOver)
    }

    /// Opens one received payload, or says what is to become of it.
    public mutating func open(_ payload: [UInt8], now: UInt64) -> OpenOutcome {
        guard !isWiped else { return .dropped(.noKey, needsKeyFrame: false) }
        expire(now: now)
        guard
            let frame = FrameLayout.split(payload, codec: codec),
            let (header, length) = SFrameHeader.decode(frame.sealed),
            let keyID = FrameKeyID(header.keyID)
        else { return drop(.malformed, now: now) }

        // Two keys can share a tag; both are tried, never more.
        let candidates = keys.indices.filter { keys[$0].tag == keyID.tag }.prefix(OpeningLimits.keysPerTag)
        guard !candidates.isEmpty else { return wait(keyID, counter: header.counter, now: now) }
        if let known = candidates.first(where: { keys[$0].knows(keyID.session) }) {
            return open(frame, header, length, session: keyID.session, underKnown: known, now: now)
        }
        return open(frame, header, length, keyID, underOneOf: candidates, now: now)
    }

    /// A frame of a session that has opened frames before, or that is closed.
    private mutating func open(
        _ frame: SealedFrame, _ header: SFrameHeader, _ length: Int, session: UInt64, underKnown index: Int,
        now: UInt64
    ) -> OpenOutcome {
        guard let state = keys[index].openSession(session, now: now) else { return drop(.closedSession, now: now) }
        guard state.window.accepts(header.counter) else { return drop(.replay, now: now) }
        guard
            let plaintext = state.key.open(
                frame.sealed, headerLength: length, counter: header.counter, metadata: frame.clear)
        else { return drop(.badTag, now: now) }
        let isNext = keys[index].mark(session: session, counter: header.counter, now: now)
        return deliver(frame, plaintext: plaintext, isNext: isNext, now: now)
    }

    /// A frame of a session not seen before: the first that verifies opens the session and closes the older ones.
    private mutating func open(
        _ frame: SealedFrame, _ header: SFrameHeader, _ length: Int, _ keyID: FrameKeyID,
        underOneOf candidates: ArraySlice<Int>, now: UInt64
    ) -> OpenOutcome {
        guard trials.allows(at: now) else { return drop(.closedSession, now: now) }
        for index in candidates {
            let key = SFrameKey(
                suite: .aes256GCM, baseKey: keys[index].baseKey, keyID: keyID.rawValue, provider: provider)
            guard
                let plaintext = key.open(
                    frame.sealed, headerLength: length, counter: header.counter, metadata: frame.clear)
            else { continue }
            for other in keys.indices {
                keys[other].closeSessions(at: now &+ OpeningLimits.olderSessionLife, now: now)
            }
            keys[index].begin(session: keyID.session, key: key, now: now)
            let isNext = keys[index].mark(session: keyID.session, counter: header.counter, now: now)
            return deliver(frame, plaintext: plaintext, isNext: isNext, now: now)
        }
        return drop(.badTag, now: now)
    }

    private mutating func deliver(
        _ frame: SealedFrame, plaintext: [UInt8], isNext: Bool, now: UInt64
    ) -> OpenOutcome {
        guard codec.hasKeyFrames else {
            return plaintext.isEmpty ? drop(.malformed, now: now) : .opened(plaintext, needsKeyFrame: false)
        }
        if frame.isKeyFrame {
            keyFrames.satisfy()
        } else if !isNext {
            keyFrames.demand()
        }
        let opened: [UInt8]
        switch codec {
        case .vp8: opened = Array(frame.clear) + plaintext
        case .opus, .h264: opened = plaintext
        }
        return .opened(opened, needsKeyFrame: keyFrames.asks(at: now))
    }

    /// A frame under a tag no key has: held for a while from the first frame of that tag on, then dropped.
    private mutating func wait(_ keyID: FrameKeyID, counter: UInt64, now: UInt64) -> OpenOutcome {
        if retiredTags.contains(keyID.tag) {
            return .dropped(.retiredKey, needsKeyFrame: false)
        }
        switch holding.hold(keyID.rawValue, tag: keyID.tag, counter: counter, now: now) {
        case .until(let instant):
            return .held(until: instant)
        case .tooMany:
            keyFrames.demand(codec)
            return .dropped(.heldTooMany, needsKeyFrame: false)
        case .expired:
            // Asking for a key frame is of no use before there is a key.
            keyFrames.demand(codec)
            return .dropped(.noKey, needsKeyFrame: false)
        }
    }

    private mutating func drop(_ reason: OpenDrop, now: UInt64) -> OpenOutcome {
        .dropped(reason, needsKeyFrame: !keys.isEmpty && keyFrames.asks(at: now))
    }
}
