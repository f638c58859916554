/// Encrypts the frames of one layer of a local track, in one run under one key (e2ee 8.1).
///
/// Not copyable, and bound to a KID that `SealingRuns` gives out once, so that no nonce can repeat.
public struct SenderTrackSealer<Provider: FrameCryptoProvider>: ~Copyable, Sendable {
    /// Frames one KID can seal.
    public static var counterLimit: UInt64 { 1 << 48 }

    /// Whether only a key frame will be sealed next, because the frame before was dropped or there was none.
    public private(set) var waitsForKeyFrame: Bool
    /// The KID that `SealingRuns` gave out for this sealer alone.
    public let keyID: SenderFrameKeyID
    private let codec: FrameCodec
    private let key: SFrameKey
    private var counter: UInt64

    /// Makes the sealer of a KID that no other had.
    ///
    /// - Parameters:
    ///   - keyID: of `SealingRuns`, given out for this sealer alone.
    ///   - baseKey: the base key of the own device and this track.
    ///   - waitsForKeyFrame: false only when the frame before was sealed, in the run before.
    public init(
        codec: FrameCodec, keyID: SenderFrameKeyID, baseKey: Provider.Secret, provider: Provider,
        waitsForKeyFrame: Bool = true
    ) {
        self.init(
            codec: codec, keyID: keyID, baseKey: baseKey, provider: provider, waitsForKeyFrame: waitsForKeyFrame,
            firstCounter: 0)
    }

    /// For the tests of the counter's limit.
    package init(
        codec: FrameCodec, keyID: SenderFrameKeyID, baseKey: Provider.Secret, provider: Provider,
        waitsForKeyFrame: Bool, firstCounter: UInt64
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
        // Taken before anything else can fail, so that a counter is never used twice.
        counter += 1
        let front = FrameLayout.front(of: frame, codec: codec)
        guard let sealed = key.seal(frame.plaintext, counter: current, metadata: frame.clear, behind: front) else {
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
