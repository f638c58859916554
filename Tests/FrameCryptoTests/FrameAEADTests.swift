import Crypto
import ECallSecurity
import Testing

@testable import FrameCrypto

/// The requirements that both libraries meet as an AEAD, and that each opens the other's output.
@Suite("AEADs of frames", .timeLimit(.minutes(1)))
struct FrameAEADTests {
    private static let sizes = [0, 1, 15, 16, 17, 160, 1_200, 70_000]
    private let nonce: [UInt8] = Array(1...12)

    @Test("frames sealed by one library are opened by the other", arguments: FrameCipher.Library.allCases, sizes)
    func interoperation(sealing: FrameCipher.Library, size: Int) throws {
        var generator = SplitMix64(seed: UInt64(size))
        let plaintext = Frames.random(size, using: &generator)
        for suite in [SFrameSuite.aes128GCM, .aes256GCM] {
            let key = SymmetricKey(data: [UInt8](repeating: 3, count: suite.keyLength))
            for authenticated in [[], [5], Frames.random(100, using: &generator)] {
                var sealed = plaintext + [UInt8](repeating: 0, count: 16)
                let sealer = try #require(FrameCipher(sealing).makeAEAD(suite, key: key))
                #expect(run(sealer.seal, &sealed, authenticated))
                for opening in FrameCipher.Library.allCases {
                    let opener = try #require(FrameCipher(opening).makeAEAD(suite, key: key))
                    var opened = sealed
                    #expect(run(opener.open, &opened, authenticated))
                    #expect(Array(opened.dropLast(16)) == plaintext)
                }
            }
        }
    }

    @Test(
        "a frame that does not verify leaves only zeros, and the next frame opens",
        arguments: FrameCipher.Library.allCases)
    func forgery(library: FrameCipher.Library) throws {
        let aead = try #require(FrameCipher(library).makeAEAD(.aes256GCM, key: .fixed(7)))
        let plaintext = [UInt8](repeating: 0xAB, count: 160)
        var sealed = plaintext + [UInt8](repeating: 0, count: 16)
        #expect(run(aead.seal, &sealed, [1, 2]))
        for index in [0, 80, 159, 160, 175] {
            var changed = sealed
            changed[index] ^= 1
            #expect(!run(aead.open, &changed, [1, 2]))
            #expect(changed == [UInt8](repeating: 0, count: 176), "byte \(index)")
        }
        var otherwise = sealed
        #expect(!run(aead.open, &otherwise, [1, 3]))
        #expect(otherwise.allSatisfy { $0 == 0 })
        #expect(run(aead.open, &sealed, [1, 2]))
        #expect(Array(sealed.dropLast(16)) == plaintext)
    }

    @Test("a frame without room for a tag is refused, empty or not", arguments: FrameCipher.Library.allCases)
    func tooShort(library: FrameCipher.Library) throws {
        let aead = try #require(FrameCipher(library).makeAEAD(.aes256GCM, key: .fixed(7)))
        for count in [0, 1, 15] {
            var bytes = [UInt8](repeating: 9, count: count)
            #expect(!run(aead.open, &bytes, []))
            #expect(bytes == [UInt8](repeating: 0, count: count))
            bytes = [UInt8](repeating: 9, count: count)
            #expect(!run(aead.seal, &bytes, []))
            #expect(bytes == [UInt8](repeating: 0, count: count))
        }
    }

    @Test("a key of another length makes no AEAD", arguments: FrameCipher.Library.allCases)
    func keyLength(library: FrameCipher.Library) {
        for suite in SFrameSuite.allCases {
            #expect(FrameCipher(library).makeAEAD(suite, key: SymmetricKey(size: .bits192)) == nil)
        }
    }

    /// A context has state between its steps: threads that share it take turns.
    @Test("threads that share a key do not disturb each other", arguments: FrameCipher.Library.allCases)
    func threads(library: FrameCipher.Library) async throws {
        let aead = try #require(FrameCipher(library).makeAEAD(.aes256GCM, key: .fixed(7)))
        let good = await withTaskGroup(of: Int.self) { group in
            for task in UInt8(0)..<4 {
                group.addTask {
                    (0..<500).count { round in
                        let nonce = [task, UInt8(round & 0xFF), UInt8(round >> 8)] + [UInt8](repeating: 0, count: 9)
                        let plaintext = [UInt8](repeating: task, count: 300)
                        var bytes = plaintext + [UInt8](repeating: 0, count: 16)
                        return Self.run(aead.seal, &bytes, [task], nonce) && Self.run(aead.open, &bytes, [task], nonce)
                            && Array(bytes.dropLast(16)) == plaintext
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(good == 2_000)
    }

    @Test("a sealer and an opener of different libraries understand each other", arguments: FrameCodec.allCases)
    func tracks(codec: FrameCodec) {
        let keyID = SenderFrameKeyID(generation: 7, step: 0, run: 1, random: 5, layer: 0)
        let frame: [UInt8] = codec == .h264 ? Frames.idr : [0x10] + [UInt8](1...40)
        for (sealing, opening) in FrameCipher.Library.allCases.flatMap({ one in
            FrameCipher.Library.allCases.map { (one, $0) }
        }) {
            var sealer = SenderTrackSealer(
                codec: codec, keyID: keyID, baseKey: .fixed(7), provider: FrameCipher(sealing))
            var keys = ReceivedKeys<CountedKey>()
            keys.receive(CountedKey(value: 7), generation: 7, step: 0, now: 0)
            var opener = SenderTrackOpener<FrameCipher, CountedKey>(provider: FrameCipher(opening)) { .fixed($0.value) }
            for _ in 0..<3 {
                guard case .sealed(let sealed) = sealer.seal(frame) else {
                    Issue.record("not sealed")
                    return
                }
                let outcome = opener.open(sealed, codec: codec, with: &keys, now: 0)
                #expect(outcome == .opened(frame, needsKeyFrame: false))
            }
        }
    }

    private typealias Operation =
        (UnsafeMutableRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool

    private func run(_ operation: Operation, _ bytes: inout [UInt8], _ authenticated: [UInt8]) -> Bool {
        Self.run(operation, &bytes, authenticated, nonce)
    }

    private static func run(
        _ operation: Operation, _ bytes: inout [UInt8], _ authenticated: [UInt8], _ nonce: [UInt8]
    ) -> Bool {
        bytes.withUnsafeMutableBytes { bytes in
            nonce.withUnsafeBytes { nonce in authenticated.withUnsafeBytes { operation(bytes, nonce, $0) } }
        }
    }
}
