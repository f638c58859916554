import Crypto
import ECallSecurity

@testable import FrameCrypto

extension SenderTrackSealer where Provider == FrameCipher {
    /// A sealer of generation 7, under the base key `key` repeated.
    static func fixed(
        _ codec: FrameCodec, run: UInt16 = 1, layer: UInt8 = 0, key: UInt8 = 7, waits: Bool = true,
        firstCounter: UInt64 = 0
    ) -> Self {
        SenderTrackSealer(
            codec: codec, keyID: SenderFrameKeyID(generation: 7, step: 0, run: run, random: 5, layer: layer),
            baseKey: .fixed(key), provider: FrameCipher(), waitsForKeyFrame: waits, firstCounter: firstCounter)
    }

    /// The sealed bytes, or none if the frame was dropped.
    mutating func sealed(_ frame: [UInt8]) -> [UInt8] {
        if case .sealed(let bytes) = seal(frame) { bytes } else { [] }
    }
}

/// A key that shows its generation and step: generation 7 at step 2 is 72.
struct CountedKey: RatchetedKey, Equatable {
    let value: UInt8
    func ratcheted() -> CountedKey { CountedKey(value: value + 1) }
}

/// A sealer as a reference, so that tests can have several in a tuple.
final class LayerSealer {
    private var sealer: SenderTrackSealer<FrameCipher>
    let keyID: SenderFrameKeyID

    init(_ sealer: consuming SenderTrackSealer<FrameCipher>) {
        keyID = sealer.keyID
        self.sealer = sealer
    }

    func sealed(_ frame: [UInt8]) -> [UInt8] { sealer.sealed(frame) }
}

/// Opens what `SenderTrackSealer.fixed` has sealed.
struct FixedOpener {
    private var keys = ReceivedKeys<CountedKey>()
    private var opener = SenderTrackOpener<FrameCipher, CountedKey>(provider: FrameCipher()) { .fixed($0.value) }
    private let codec: FrameCodec

    init(_ codec: FrameCodec) {
        self.codec = codec
        keys.receive(CountedKey(value: 7), generation: 7, step: 0, now: 0)
    }

    mutating func open(_ payload: [UInt8], now: UInt64) -> OpenOutcome {
        opener.open(payload, codec: codec, with: &keys, now: now)
    }
}

/// One track of one sender, sealed and opened.
struct TrackPair {
    var keys = ReceivedKeys<CountedKey>()
    var opener = SenderTrackOpener<FrameCipher, CountedKey>(provider: FrameCipher()) { .fixed($0.value) }
    let codec: FrameCodec

    init(_ codec: FrameCodec = .opus, generations: UInt32...) {
        self.codec = codec
        for generation in generations { receive(generation) }
    }

    mutating func receive(_ generation: UInt32, step: UInt8 = 0, now: UInt64 = 0) {
        keys.receive(Self.key(generation, step), generation: generation, step: step, now: now)
    }

    mutating func open(_ payload: [UInt8], now: UInt64 = 0, isSettling: Bool = false) -> OpenOutcome {
        opener.open(payload, codec: codec, with: &keys, isSettling: isSettling, now: now)
    }

    static func key(_ generation: UInt32, _ step: UInt8) -> CountedKey {
        CountedKey(value: UInt8(truncatingIfNeeded: generation * 10) + step)
    }

    func sealer(
        _ generation: UInt32 = 7, step: UInt8 = 0, run: UInt16 = 0, random: UInt32 = 5, layer: UInt8 = 0,
        waits: Bool = true, firstCounter: UInt64 = 0
    ) -> LayerSealer {
        LayerSealer(
            SenderTrackSealer(
                codec: codec,
                keyID: SenderFrameKeyID(generation: generation, step: step, run: run, random: random, layer: layer),
                baseKey: .fixed(Self.key(generation, step).value), provider: FrameCipher(), waitsForKeyFrame: waits,
                firstCounter: firstCounter))
    }

    /// Opens frames one after the other, and returns the results as words.
    mutating func words(_ frames: [[UInt8]], now: UInt64 = 0) -> [String] {
        var words: [String] = []
        for frame in frames { words.append(open(frame, now: now).word) }
        return words
    }

    /// A frame that no holder of the key made.
    static func forged(_ keyID: SenderFrameKeyID, counter: UInt64 = 0) -> [UInt8] {
        SFrameHeader(keyID: keyID.rawValue, counter: counter).encoded + [UInt8](repeating: 9, count: 40)
    }
}

extension OpenOutcome {
    /// "opened", "held" or why it was dropped.
    var word: String {
        switch self {
        case .opened: "opened"
        case .held: "held"
        case .dropped(let reason, _): reason.rawValue
        }
    }
}
