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

    /// The sealed bytes, or none when the frame was dropped.
    mutating func sealed(_ frame: [UInt8]) -> [UInt8] {
        if case .sealed(let bytes) = seal(frame) { bytes } else { [] }
    }
}
