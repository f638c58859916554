import ArgumentParser
import Crypto
import ECallSecurity
import FrameCrypto
import Libcrypto

/// Microseconds to seal and to open a frame with the types that calls use, compared to AES-256-GCM of libcrypto alone.
@main
struct FrameBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame-bench", abstract: "Measures sealing and opening of frames; a release build is needed.")

    @Option(help: "Batches of 50 frames of each size in a round.")
    var batches = 400

    @Option(help: "Rounds; the median and the quickest are printed.")
    var rounds = 15

    func validate() throws {
        guard batches > 0, rounds > 0 else { throw ValidationError("Batches and rounds are above 0.") }
    }

    func run() throws {
        print("µs a frame, median of \(rounds) rounds of \(batches * Self.batch) frames (quickest)")
        for size in [160, 1_200] {
            var plain = Times()
            var sealing: [FrameCodec: Times] = [:]
            var opening: [FrameCodec: Times] = [:]
            // All in each round, so that a busy machine is busy for all.
            for _ in 0..<rounds {
                try measurePlain(size, &plain)
                for codec in FrameCodec.allCases {
                    try measure(codec, size, &sealing[codec, default: Times()], &opening[codec, default: Times()])
                }
            }
            print("\(size) B: libcrypto \(plain)")
            for codec in FrameCodec.allCases {
                print("\(size) B: \(codec) seal \(sealing[codec] ?? Times()), open \(opening[codec] ?? Times())")
            }
        }
    }

    /// AES-256-GCM in place with a reused context, a nonce for each frame, and 17 authenticated bytes.
    private func measurePlain(_ size: Int, _ times: inout Times) throws {
        let key = SymmetricKey(size: .bits256)
        guard let context = key.withUnsafeBytes({ CipherContext(.aes256GCM, key: $0) }) else { throw Failure() }
        var buffer = [UInt8](repeating: 7, count: size + CipherContext.tagLength)
        var nonce = [UInt8](repeating: 0, count: CipherContext.nonceLength)
        let authenticated = [UInt8](repeating: 1, count: 17)
        var isDone = true
        let frames = batches * Self.batch
        let time = ContinuousClock().measure {
            for index in 0..<frames {
                nonce.withUnsafeMutableBytes { $0.storeBytes(of: UInt64(index), as: UInt64.self) }
                buffer.withUnsafeMutableBytes { buffer in
                    nonce.withUnsafeBytes { nonce in
                        authenticated.withUnsafeBytes { authenticated in
                            isDone = context.seal(buffer, nonce: nonce, authenticating: authenticated) && isDone
                        }
                    }
                }
            }
        }
        guard isDone else { throw Failure() }
        times.note(time, frames: frames)
    }

    private func measure(_ codec: FrameCodec, _ size: Int, _ sealing: inout Times, _ opening: inout Times) throws {
        let baseKey = SymmetricKey(size: .bits256)
        let keyID = SenderFrameKeyID(generation: 7, step: 0, run: 1, random: 5, layer: 0)
        var sealer = SenderTrackSealer(
            codec: codec, keyID: keyID, baseKey: baseKey, provider: FrameCipher(), waitsForKeyFrame: false)
        var keys = ReceivedKeys<FixedKey>()
        keys.receive(FixedKey(), generation: 7, step: 0, now: 0)
        var opener = SenderTrackOpener<FrameCipher, FixedKey>(provider: FrameCipher()) { _ in baseKey }
        let frame = Self.frame(codec, size)
        var sealed: [[UInt8]] = []
        sealed.reserveCapacity(Self.batch)
        var (sealingTime, openingTime) = (Duration.zero, Duration.zero)
        var opened = 0
        let clock = ContinuousClock()
        // A few at a time, as in a call: their memory is used again.
        for _ in 0..<batches {
            sealed.removeAll(keepingCapacity: true)
            sealingTime += clock.measure {
                for _ in 0..<Self.batch {
                    if case .sealed(let bytes) = sealer.seal(frame) { sealed.append(bytes) }
                }
            }
            openingTime += clock.measure {
                for bytes in sealed {
                    if case .opened(let plain, _) = opener.open(bytes, codec: codec, with: &keys, now: 0),
                        plain.count == size
                    {
                        opened += 1
                    }
                }
            }
        }
        guard opened == batches * Self.batch else { throw Failure() }
        sealing.note(sealingTime, frames: opened)
        opening.note(openingTime, frames: opened)
    }

    private static let batch = 50

    /// A frame whose beginning each codec accepts as its own, and that contains no start code except the first.
    private static func frame(_ codec: FrameCodec, _ size: Int) -> [UInt8] {
        var frame = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) | 5 }
        if codec == .h264 { frame.replaceSubrange(0..<6, with: [0, 0, 0, 1, 0x41, 0x9A]) }
        return frame
    }
}

/// A key that is never ratcheted here.
private struct FixedKey: RatchetedKey {
    func ratcheted() -> FixedKey { self }
}

/// A frame did not seal or open.
private struct Failure: Error {}

/// Microseconds a frame, one value a round.
private struct Times: CustomStringConvertible {
    private var values: [Double] = []

    mutating func note(_ time: Duration, frames: Int) {
        values.append(time / .microseconds(1) / Double(frames))
    }

    var description: String {
        let sorted = values.sorted()
        guard let quickest = sorted.first else { return "–" }
        return "\(Self.text(sorted[sorted.count / 2])) (\(Self.text(quickest)))"
    }

    private static func text(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
