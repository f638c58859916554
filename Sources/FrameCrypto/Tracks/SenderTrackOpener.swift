/// Decrypts the frames of one track of one sender (e2ee 8.2 and 8.3): the receiver of RFC 9605, with its runs and replay
/// windows. Pure: time comes as an argument, in nanoseconds.
///
/// Lives as long as the call, on whatever feeds and slots the track comes: the media server decides when a person
/// publishes again, and what was opened once is opened nowhere again. The keys are those of all tracks of the sender.
public struct SenderTrackOpener<Provider: FrameCryptoProvider, Key: RatchetedKey>: Sendable {
    private typealias Position = ReceivedKeys<Key>.Position

    /// What has been opened under one KID.
    private struct Window {
        /// Nil since the sender's keys were forgotten, until the same ones come again.
        var key: SFrameKey<Provider>?
        let position: Position
        var replay = ReplayWindow()
        var keyFrames: KeyFrameDemand
        var closesAt: UInt64?
    }

    private struct Received {
        let frame: SealedFrame
        let header: SFrameHeader
        let headerLength: Int
        let keyID: SenderFrameKeyID
        let codec: FrameCodec
    }

    private let provider: Provider
    private let baseKey: @Sendable (Key) -> Provider.Secret
    private var windows: [SenderFrameKeyID: Window] = [:]
    /// Of the highest run that opened; lower ones are never begun.
    private var newest: (keyID: SenderFrameKeyID, generation: UInt32)?
    private var isForgotten = false
    /// Of the frame that was opened last: another layer has other references.
    private var latest: SenderFrameKeyID?
    private var holding = HeldFrames()
    private var trials = RateLimit(limit: OpeningLimits.trialsPerSecond, interval: OpeningLimits.second)
    /// Until a frame has opened.
    private var firstKeyFrame = KeyFrameDemand(isNeeded: true)

    /// Makes an opener: frames are held until there is a key.
    ///
    /// - Parameter baseKey: derives the base key of this track from a key of the sender.
    public init(provider: Provider, baseKey: @escaping @Sendable (Key) -> Provider.Secret) {
        self.provider = provider
        self.baseKey = baseKey
    }

    /// Notes that frames were lost, or that a decoder starts over: a key frame is asked for.
    public mutating func lost() {
        firstKeyFrame.demand()
        for keyID in windows.keys { windows[keyID]?.keyFrames.demand() }
    }

    /// Drops all that was derived from keys: the sender has left, is away, or entered anew. What was opened is
    /// remembered, for one who was away may give the same keys again.
    public mutating func forget() {
        for keyID in windows.keys { windows[keyID]?.key = nil }
        isForgotten = true
        latest = nil
        holding = HeldFrames()
        firstKeyFrame = KeyFrameDemand(isNeeded: true)
    }

    /// Drops what was derived from keys that are no longer held, and runs whose time is over.
    public mutating func expire(_ keys: ReceivedKeys<Key>, now: UInt64) {
        if isForgotten, !keys.isEmpty {
            isForgotten = false
            // Another generation is one of another entry, whose runs begin again, or a later one, whose runs are higher.
            if let newest, !keys.holds(generation: newest.generation) { self.newest = nil }
        }
        let isOver = { [isForgotten] (window: Window) in
            !isForgotten && !keys.holds(window.position) || window.closesAt.map { now >= $0 } ?? false
        }
        guard windows.values.contains(where: isOver) else { return }
        windows = windows.filter { !isOver($0.value) }
    }

    /// Opens one received payload, or says what is to become of it.
    ///
    /// - Parameter isSettling: the slot was switched a moment ago, and its frames may be those of the sender before: what
    ///   does not open is dropped, neither held nor asked for.
    public mutating func open(
        _ payload: [UInt8], codec: FrameCodec, with keys: inout ReceivedKeys<Key>, isSettling: Bool = false,
        now: UInt64
    ) -> OpenOutcome {
        keys.expire(now: now)
        expire(keys, now: now)
        let outcome = openCounted(payload, codec: codec, with: &keys, isSettling: isSettling, now: now)
        if isSettling, case .dropped(let reason, _) = outcome { return .dropped(reason, needsKeyFrame: false) }
        return outcome
    }

    private mutating func openCounted(
        _ payload: [UInt8], codec: FrameCodec, with keys: inout ReceivedKeys<Key>, isSettling: Bool, now: UInt64
    ) -> OpenOutcome {
        guard
            let frame = FrameLayout.split(payload, codec: codec),
            let (header, length) = SFrameHeader.decode(frame.sealed),
            let keyID = SenderFrameKeyID(header.keyID)
        else { return drop(.malformed, latest, codec, keys, now: now) }
        let received = Received(frame: frame, header: header, headerLength: length, keyID: keyID, codec: codec)
        if let window = windows[keyID], let key = window.key {
            return open(received, in: window, under: key, keys, now: now)
        }
        switch keys.find(keyID) {
        case .unknown:
            return isSettling ? .dropped(.noKey, needsKeyFrame: false) : wait(received, now: now)
        case .over:
            return drop(.retiredKey, latest, codec, keys, now: now)
        case .key(let candidate):
            holding.release(keyID.generation)
            return begin(received, under: candidate, with: &keys, now: now)
        }
    }

    /// A frame under a KID that has opened frames before.
    private mutating func open(
        _ received: Received, in window: Window, under key: SFrameKey<Provider>, _ keys: ReceivedKeys<Key>, now: UInt64
    ) -> OpenOutcome {
        let (keyID, codec) = (received.keyID, received.codec)
        guard window.replay.accepts(received.header.counter) else {
            return drop(.replay, keyID, codec, keys, now: now)
        }
        guard let plaintext = decrypt(received, key) else { return drop(.badTag, keyID, codec, keys, now: now) }
        return deliver(received, plaintext, now: now)
    }

    /// A frame under a KID not seen before: the first that verifies begins it, and closes lower runs in a while.
    private mutating func begin(
        _ received: Received, under candidate: ReceivedKeys<Key>.Candidate, with keys: inout ReceivedKeys<Key>,
        now: UInt64
    ) -> OpenOutcome {
        let (keyID, codec) = (received.keyID, received.codec)
        let remembered = windows[keyID]
        if let remembered, !remembered.replay.accepts(received.header.counter) {
            return drop(.replay, keyID, codec, keys, now: now)
        }
        guard isRunOpen(keyID), trials.allows(at: now) else {
            return drop(.closedSession, latest, codec, keys, now: now)
        }
        let key = keys.derive(candidate)
        let frameKey = SFrameKey(
            suite: .aes256GCM, baseKey: baseKey(key), keyID: keyID.rawValue, provider: provider)
        guard let plaintext = decrypt(received, frameKey) else {
            return drop(.badTag, latest, codec, keys, now: now)
        }
        keys.keep(key, of: candidate, now: now)
        var window = remembered ?? Window(position: candidate.position, keyFrames: demandAtBegin(of: keyID))
        window.key = frameKey
        for other in windows.keys where other.run < keyID.run && windows[other]?.closesAt == nil {
            windows[other]?.closesAt = now &+ OpeningLimits.olderSessionLife
        }
        windows[keyID] = window
        newest = (keyID, candidate.position.generation)
        return deliver(received, plaintext, now: now)
    }

    /// Whether a run may be begun, or a further layer of the newest.
    private func isRunOpen(_ keyID: SenderFrameKeyID) -> Bool {
        guard let newest = newest?.keyID else { return true }
        return keyID.run > newest.run || keyID.sharesRun(with: newest)
    }

    /// A layer goes on in a new run where it was; one that was not seen before begins with a key frame.
    private func demandAtBegin(of keyID: SenderFrameKeyID) -> KeyFrameDemand {
        let earlier = windows.keys.filter { $0.layer == keyID.layer && $0.run < keyID.run }.max { $0.run < $1.run }
        if let earlier, let window = windows[earlier] { return window.keyFrames }
        var demand = firstKeyFrame
        demand.demand()
        return demand
    }

    private func decrypt(_ received: Received, _ key: SFrameKey<Provider>) -> [UInt8]? {
        key.open(
            received.frame.sealed, headerLength: received.headerLength, counter: received.header.counter,
            metadata: received.frame.clear)
    }

    /// Marks a frame that verified, and hands it out.
    private mutating func deliver(_ received: Received, _ plaintext: [UInt8], now: UInt64) -> OpenOutcome {
        let (keyID, counter, codec) = (received.keyID, received.header.counter, received.codec)
        guard var window = windows[keyID] else { return .dropped(.closedSession, needsKeyFrame: false) }
        let highest = window.replay.highest
        window.replay.mark(counter)
        let isLate = highest.map { counter < $0 } ?? false
        if received.frame.isKeyFrame {
            window.keyFrames.satisfy()
            firstKeyFrame.satisfy()
        } else if !isLate, counter != (highest.map { $0 &+ 1 } ?? 0) || latest?.layer != keyID.layer {
            window.keyFrames.demand()
        }
        defer { windows[keyID] = window }
        if !isLate { latest = keyID }
        guard codec.hasKeyFrames else {
            return plaintext.isEmpty
                ? .dropped(.malformed, needsKeyFrame: false) : .opened(plaintext, needsKeyFrame: false)
        }
        let opened = codec == .vp8 ? Array(received.frame.clear) + plaintext : plaintext
        return .opened(opened, needsKeyFrame: window.keyFrames.asks(at: now))
    }

    /// A frame under a generation that may be to come: held for a while from the first frame of it on, then dropped.
    private mutating func wait(_ received: Received, now: UInt64) -> OpenOutcome {
        let verdict = holding.hold(
            received.keyID.rawValue, tag: received.keyID.generation, counter: received.header.counter, now: now)
        switch verdict {
        case .until(let instant): return .held(until: instant)
        case .tooMany:
            lost()
            return .dropped(.heldTooMany, needsKeyFrame: false)
        case .expired:
            // Asking for a key frame is of no use before there is a key.
            lost()
            return .dropped(.noKey, needsKeyFrame: false)
        }
    }

    /// Drops a frame; a key frame that is needed is asked for where there is a key to open it with.
    private mutating func drop(
        _ reason: OpenDrop, _ keyID: SenderFrameKeyID?, _ codec: FrameCodec, _ keys: ReceivedKeys<Key>, now: UInt64
    ) -> OpenOutcome {
        guard codec.hasKeyFrames, !keys.isEmpty else { return .dropped(reason, needsKeyFrame: false) }
        if let keyID, windows[keyID] != nil {
            let asks = windows[keyID]?.keyFrames.asks(at: now) ?? false
            return .dropped(reason, needsKeyFrame: asks)
        }
        return .dropped(reason, needsKeyFrame: firstKeyFrame.asks(at: now))
    }
}
