/// Encrypts the frames of one local track under one call key (e2ee 3 and 5).
///
/// Not copyable, and bound to a session that nobody draws again, so that no nonce can repeat.
public struct TrackSealer<Provider: FrameCryptoProvider>: ~Copyable, Sendable {
    /// Frames one session can seal.
    public static var counterLimit: UInt64 { 1 << 48 }

    /// Whether only a key frame will be sealed next, because the frame before was dropped or there was none.
    public private(set) var waitsForKeyFrame: Bool
    /// The KID of this session.
    public let keyID: FrameKeyID
    private let codec: FrameCodec
    private let key: SFrameKey<Provider>
    private var counter: UInt64

    /// Makes the sealer of a new session.
    ///
    /// - Parameters:
    ///   - keyID: the tag of the call key's name, and a session of 48 fresh random bits, drawn for this sealer alone.
    ///   - baseKey: the base key of the own device and this track.
    ///   - waitsForKeyFrame: false only when the frame before was sealed, under an older key.
    public init(
        codec: FrameCodec, keyID: FrameKeyID, baseKey: Provider.Secret, provider: Provider,
        waitsForKeyFrame: Bool = true
    ) {
        self.init(
            codec: codec, keyID: keyID, baseKey: baseKey, provider: provider, waitsForKeyFrame: waitsForKeyFrame,
            firstCounter: 0)
    }

    /// For the tests of the counter's limit.
    package init(
        codec: FrameCodec, keyID: FrameKeyID, baseKey: Provider.Secret, provider: Provider, waitsForKeyFrame: Bool,
        firstCounter: UInt64
    ) {
        self.keyID = keyID
        self.codec = codec
        self.waitsForKeyFrame = waitsForKeyFrame && codec.hasKeyFrames
        key = SFrameKey(suite: .aes256GCM, baseKey: baseKey, keyID: keyID.rawValue, provider: provider)
        counter = firstCounter
    }

    /// Seals one frame of the encoder.
    public mutating func seal(_ frame: [UInt8]) -> SealOutcome {
        switch FrameLayout.parse(frame, codec: codec) {
        case .failure(let refusal): drop(refusal.reason)
        case .success(let parsed): seal(parsed)
        }
    }

    private mutating func seal(_ frame: PlainFrame) -> SealOutcome {
        guard frame.isKeyFrame || !waitsForKeyFrame else { return drop(.waitingForKeyFrame) }
        guard counter < Self.counterLimit else { return drop(.counterExhausted) }
        let current = counter
        // Taken before anything else can fail: a counter is never used twice.
        counter += 1
        var sealed: [UInt8] = []
        sealed.reserveCapacity(frame.plaintext.count + SFrameHeader.maximumLength + 16)
        guard key.seal(frame.plaintext, counter: current, metadata: frame.clear[...], into: &sealed) else {
            return drop(.unsupportedFrame)
        }
        waitsForKeyFrame = false
        return .sealed(FrameLayout.assemble(frame, sealed: sealed, codec: codec))
    }

    /// Every dropped video frame leaves the decoders without a reference, so a key frame has to follow.
    private mutating func drop(_ reason: SealDrop) -> SealOutcome {
        waitsForKeyFrame = codec.hasKeyFrames
        return .dropped(reason, needsKeyFrame: codec.hasKeyFrames && reason != .counterExhausted)
    }
}

extension FrameCodec {
    /// Whether frames depend on earlier ones.
    public var hasKeyFrames: Bool { self != .opus }
}
