/// Decrypts the frames of one track of one sender (e2ee 8.2 and 8.3): the receiver of RFC 9605, with its runs and replay
/// windows. Pure: time comes as an argument, in nanoseconds.
///
/// Lives as long as the call, on whatever feeds and slots the track comes: the media server decides when a person publishes again,
/// and an opened frame is opened nowhere again. The keys are those of all tracks of the sender.
public struct SenderTrackOpener<Provider: FrameCryptoProvider, Key: RatchetedKey>: Sendable {
    private typealias Windows = [SenderFrameKeyID: Window]
    private var windows: Windows = [:]
    /// The highest run that opened; lower ones are never begun.
    private var newest: (keyID: SenderFrameKeyID, generation: UInt32)?
    private var isForgotten = false
    /// The run of the frame that was opened last: another layer has other references.
    private var latest: SenderFrameKeyID?
    private var holding = HeldFrames()
    private var trials = RateLimit(limit: OpeningLimits.trialsPerSecond, interval: OpeningLimits.second)
    /// Until a frame has opened.
    private var firstKeyFrame = KeyFrameDemand(isNeeded: true)
    private let baseKey: @Sendable (Key) -> Provider.Secret
    private let provider: Provider

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

    /// Drops everything derived from keys: the sender has left, is away, or joined again. The opened counters are remembered,
    /// since a sender who was away may send the same keys again.
    public mutating func forget() {
        for keyID in windows.keys { windows[keyID]?.key = nil }
        isForgotten = true
        latest = nil
        holding = HeldFrames()
        firstKeyFrame = KeyFrameDemand(isNeeded: true)
    }

    /// Drops everything derived from keys that are no longer held, and runs whose time is over.
    public mutating func expire(_ keys: ReceivedKeys<Key>, now: UInt64) {
        if isForgotten, !keys.isEmpty {
            isForgotten = false
            // Another generation is one of another entry, whose runs begin again, or a later one, whose runs are higher.
            if let newest, !keys.holds(generation: newest.generation) { self.newest = nil }
        }
        for window in windows.values where isOver(window, keys, now: now) {
            windows = windows.filter { !isOver($0.value, keys, now: now) }
            return
        }
    }

    private func isOver(_ window: Window, _ keys: ReceivedKeys<Key>, now: UInt64) -> Bool {
        if let closesAt = window.closesAt, now >= closesAt { return true }
        return !isForgotten && !keys.holds(window.position)
    }

    /// Opens one received payload, or returns what to do with it.
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
        if let place = windows.index(forKey: keyID), let key = windows.values[place].key {
            return open(received, in: place, under: key, keys, now: now)
        }
        return openFirst(received, with: &keys, isSettling: isSettling, now: now)
    }

    /// A frame with a KID that has not opened any yet.
    ///
    /// Not inlined: the metadata of its generic types would be looked up for every frame.
    @inline(never)
    private mutating func openFirst(
        _ received: Received, with keys: inout ReceivedKeys<Key>, isSettling: Bool, now: UInt64
    ) -> OpenOutcome {
        let (keyID, codec) = (received.keyID, received.codec)
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
        _ received: Received, in place: Windows.Index, under key: SFrameKey, _ keys: ReceivedKeys<Key>, now: UInt64
    ) -> OpenOutcome {
        let (keyID, codec) = (received.keyID, received.codec)
        guard windows.values[place].replay.accepts(received.header.counter) else {
            return drop(.replay, keyID, codec, keys, now: now)
        }
        guard let opened = received.opened(with: key) else { return drop(.badTag, keyID, codec, keys, now: now) }
        return deliver(received, opened, in: place, now: now)
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
        guard let opened = received.opened(with: frameKey) else {
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
        guard let place = windows.index(forKey: keyID) else { return .dropped(.closedSession, needsKeyFrame: false) }
        return deliver(received, opened, in: place, now: now)
    }

    /// Whether a run may be begun, or a further layer of the newest.
    private func isRunOpen(_ keyID: SenderFrameKeyID) -> Bool {
        guard let newest = newest?.keyID else { return true }
        return keyID.run > newest.run || keyID.sharesRun(with: newest)
    }

    /// A known layer continues in a new run; a new layer starts with a key frame.
    private func demandAtBegin(of keyID: SenderFrameKeyID) -> KeyFrameDemand {
        let earlier = windows.keys.filter { $0.layer == keyID.layer && $0.run < keyID.run }.max { $0.run < $1.run }
        if let earlier, let window = windows[earlier] { return window.keyFrames }
        var demand = firstKeyFrame
        demand.demand()
        return demand
    }

    /// Records an authentic frame, and returns it.
    private mutating func deliver(
        _ received: Received, _ opened: [UInt8], in place: Windows.Index, now: UInt64
    ) -> OpenOutcome {
        let isLate = windows.values[place].note(received, after: latest)
        if received.frame.isKeyFrame { firstKeyFrame.satisfy() }
        if !isLate { latest = received.keyID }
        guard received.codec.hasKeyFrames else {
            return opened.isEmpty ? .dropped(.malformed, needsKeyFrame: false) : .opened(opened, needsKeyFrame: false)
        }
        return .opened(opened, needsKeyFrame: windows.values[place].keyFrames.asks(at: now))
    }

    /// A frame of a generation that may still arrive: held for a while, counted from its first frame, then dropped.
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

    /// Drops a frame; a needed key frame is requested if there is a key to open it with.
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

// Outside the generic type: work at every frame depends on neither provider nor key.

/// The counters that have been opened under one KID.
private struct Window {
    /// Nil since the sender's keys were dropped, until the same ones arrive again.
    var key: SFrameKey?
    let position: KeyPosition
    var replay = ReplayWindow()
    var keyFrames: KeyFrameDemand
    var closesAt: UInt64?

    /// Records an authentic frame; returns whether it arrived after later ones.
    mutating func note(_ received: Received, after latest: SenderFrameKeyID?) -> Bool {
        let counter = received.header.counter
        let highest = replay.highest
        replay.mark(counter)
        let isLate = highest.map { counter < $0 } ?? false
        if received.frame.isKeyFrame {
            keyFrames.satisfy()
        } else if !isLate, counter != (highest.map { $0 &+ 1 } ?? 0) || latest?.layer != received.keyID.layer {
            keyFrames.demand()
        }
        return isLate
    }
}

/// A received frame, split into its parts.
private struct Received {
    let frame: SealedFrame
    let header: SFrameHeader
    let headerLength: Int
    let keyID: SenderFrameKeyID
    let codec: FrameCodec

    /// The encoder's frame; nil when it does not verify.
    func opened(with key: SFrameKey) -> [UInt8]? {
        key.open(
            frame.sealed, headerLength: headerLength, counter: header.counter, metadata: frame.clear,
            behind: codec == .vp8 ? frame.clear : [])
    }
}
