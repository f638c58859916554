import Crypto
import FrameCrypto
import MemoryDiagnostics
import Testing

@testable import ECallSecurity

#if os(Linux)
    /// Sender keys leave no bytes behind in the process. One after the other: a search reads all memory.
    @Suite("Wiping of sender keys", .serialized, .timeLimit(.minutes(3)))
    struct SenderKeyWipingTests {
        private static let rounds = 4
        private static let alice = DeviceAddress(userID: 1, deviceID: 2)
        private static let bob = DeviceAddress(userID: 3, deviceID: 4)

        /// The forms of a key from its message to a frame; ratcheted twice if the sender is not at step 0.
        enum Part: String, CaseIterable {
            case senderKey, ratcheted, pseudoRandomKey, baseKey, frameSecret, frameKey
        }

        /// The ways in which a key goes out of use.
        enum End: CaseIterable {
            case wipe, forget, expiry
        }

        /// 002-6
        @Test(
            "after its end nothing of a sender key is in memory, while it is used a search finds it",
            arguments: End.allCases)
        func senderKey(end: End) throws {
            for round in 1...Self.rounds {
                for part in Part.allCases where end == .wipe || part == .senderKey || part == .baseKey {
                    let pattern = try Self.call(part, end)
                    let after = try MemorySearch().count(pattern)
                    #expect(after.hits == 0, "\(part), round \(round): found in \(after.places)")
                    #expect(after.bytesSearched > 1 << 20)
                }
            }
        }

        /// A whole call in a frame of its own: a key in, frames sealed and opened, the control search, the end.
        @inline(never)
        private static func call(_ part: Part, _ end: End) throws -> MemorySearch.Pattern {
            let clock = ManualClock()
            let random = UInt64.random(in: .min ... .max)
            let sealing = LockedValue<SealingKey?>(try key(generation: 9))
            let sending = SenderKeyring(
                callID: 7, ownAddress: alice, now: { clock.now }, random: { random },
                sealing: { sealing.withLock { $0 } })
            let receiving = SenderKeyring(callID: 7, ownAddress: bob, now: { clock.now }) { nil }
            try give(sealing, receiving)
            let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
            let decryptor = receiving.makeDecryptor(sender: alice, track: .audio, codec: .opus)
            try step(sealing)
            for _ in 0..<20 {
                guard case .sealed(let bytes) = encryptor.seal([1, 2, 3]) else {
                    Issue.record("not sealed")
                    break
                }
                #expect(decryptor.open(bytes) == .opened([1, 2, 3], needsKeyFrame: false))
            }
            let pattern = try pattern(part, sealing, random)
            if part == .ratcheted {
                let control = try MemorySearch().count(pattern)
                #expect(control.hits >= 1, "the search does not see a key that is there")
            }
            sealing.withLock { $0 = nil }
            sending.wipe()
            switch end {
            case .wipe: receiving.wipe()
            case .forget: receiving.forget(alice)
            case .expiry:
                receiving.receive(from: alice, try key(generation: 10))
                clock.advance(milliseconds: 10_000)
                receiving.expireKeys()
            }
            #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
            return pattern
        }

        @inline(never)
        private static func key(generation: UInt32) throws -> SealingKey {
            let secret = SymmetricKey(size: .bits256)
            return SealingKey(
                generation: generation, step: 0, key: try #require(secret.withUnsafeBytes { SenderKey(copying: $0) }))
        }

        /// Hands the key at step 0 over.
        @inline(never)
        private static func give(_ sealing: LockedValue<SealingKey?>, _ receiving: SenderKeyring) throws {
            receiving.receive(from: alice, try #require(sealing.withLock { $0 }))
        }

        /// The sender advances two steps.
        @inline(never)
        private static func step(_ sealing: LockedValue<SealingKey?>) throws {
            let first = try #require(sealing.withLock { $0 })
            sealing.withLock {
                $0 = SealingKey(generation: first.generation, step: 2, key: first.key.ratcheted().ratcheted())
            }
            kept.withLock { $0 = MemorySearch.Pattern(SecretBytes(first.key.secret)) }
        }

        /// The pattern of the key at step 0.
        private static let kept = LockedValue<MemorySearch.Pattern?>(nil)

        @inline(never)
        private static func pattern(
            _ part: Part, _ sealing: LockedValue<SealingKey?>, _ random: UInt64
        ) throws -> MemorySearch.Pattern {
            let key = try #require(sealing.withLock { $0 }).key
            let cipher = FrameCipher()
            let baseKey = key.baseKey(callID: 7, sender: alice, track: .audio)
            let keyID = SenderFrameKeyID(
                generation: 9, step: 2, run: 0, random: UInt32(truncatingIfNeeded: random), layer: 0)
            let frameSecret = cipher.extract(.sha512, salt: [], inputKey: baseKey)
            var label = Array("SFrame 1.0 Secret key ".utf8)
            label.appendBigEndian(keyID.rawValue)
            label.appendBigEndian(SFrameSuite.aes256GCM.rawValue)
            let secret: SymmetricKey
            switch part {
            case .senderKey: return try #require(kept.withLock { $0 })
            case .ratcheted: secret = key.secret
            case .pseudoRandomKey:
                secret = cipher.extract(.sha512, salt: Array("ECall SFrame v2".utf8), inputKey: key.secret)
            case .baseKey: secret = baseKey
            case .frameSecret: secret = frameSecret
            case .frameKey: secret = cipher.expand(.sha512, pseudoRandomKey: frameSecret, info: label, length: 32)
            }
            return try #require(MemorySearch.Pattern(SecretBytes(secret)))
        }
    }
#endif
