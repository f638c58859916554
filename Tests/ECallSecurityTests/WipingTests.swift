import Crypto
import FrameCrypto
import MemoryDiagnostics
import Testing

@testable import ECallSecurity

#if os(Linux)
    /// Keys leave no bytes behind in the process. One after the other: a search reads all memory.
    @Suite("Wiping", .serialized, .timeLimit(.minutes(1)))
    struct WipingTests {
        private static let rounds = 4

        /// How a key comes into the process.
        enum Origin: String, CaseIterable {
            case generated, unwrapped, drawnByTheKeyring
        }

        @Test(
            "after a call nothing of its key is in memory, while during it a search finds it",
            arguments: Origin.allCases)
        func callKey(origin: Origin) throws {
            let pair = try DeviceKeyPair.generate()
            for round in 1...Self.rounds {
                var pattern: MemorySearch.Pattern?
                try Self.call(origin, pair) { pattern = $0 }
                let after = try MemorySearch().count(try #require(pattern))
                #expect(after.hits == 0, "round \(round): found in \(after.places)")
                #expect(after.bytesSearched > 1 << 20)
            }
        }

        /// A whole call in a frame of its own: keys in, frames sealed and opened, the control search, the end.
        @inline(never)
        private static func call(
            _ origin: Origin, _ pair: DeviceKeyPair, _ take: (MemorySearch.Pattern) -> Void
        ) throws {
            let alice = DeviceAddress(userID: 1, deviceID: 2)
            let bob = DeviceAddress(userID: 3, deviceID: 4)
            let sending = CallKeyring(callID: 7, ownAddress: alice)
            let receiving = CallKeyring(callID: 7, ownAddress: bob)
            take(try install(origin, pair, sending, receiving))
            let encryptor = sending.makeEncryptor(track: .video, codec: .vp8)
            let decryptor = receiving.makeDecryptor(sender: alice, track: .video, codec: .vp8)
            let frame = [UInt8](repeating: 0, count: 2000)
            for _ in 0..<20 {
                guard case .sealed(let bytes) = encryptor.seal(frame) else {
                    Issue.record("not sealed")
                    return
                }
                #expect(decryptor.open(bytes) == .opened(frame, needsKeyFrame: false))
            }
            _ = try sending.wrapCurrentKey(for: pair.publicKey)
            let control = try MemorySearch().count(try #require(patternInUse(sending)))
            #expect(control.hits >= 1, "the search does not see a key that is there")
            sending.wipe()
            receiving.wipe()
            #expect(encryptor.seal(frame) == .dropped(.noKey, needsKeyFrame: false))
        }

        @inline(never)
        private static func patternInUse(_ keyring: CallKeyring) -> MemorySearch.Pattern? {
            keyring.sealingEntry().map { MemorySearch.Pattern($0.key) }
        }

        @inline(never)
        private static func install(
            _ origin: Origin, _ pair: DeviceKeyPair, _ sending: CallKeyring, _ receiving: CallKeyring
        ) throws -> MemorySearch.Pattern {
            let key = try make(origin, pair, sending)
            sending.install(key, epoch: 1)
            receiving.install(try CallKeyEnvelope.wrap(key, for: pair.publicKey).unwrap(with: pair), epoch: 1)
            return MemorySearch.Pattern(key)
        }

        @inline(never)
        private static func make(
            _ origin: Origin, _ pair: DeviceKeyPair, _ keyring: CallKeyring
        ) throws -> CallKey {
            switch origin {
            case .generated: CallKey()
            case .drawnByTheKeyring: keyring.drawKey()
            case .unwrapped: try CallKeyEnvelope.wrap(CallKey(), for: pair.publicKey).unwrap(with: pair)
            }
        }

        /// What is derived from a call key on the way to a frame.
        enum Derived: String, CaseIterable {
            case pseudoRandomKey, baseKey, frameSecret, frameKey
        }

        @Test("nothing that was derived from a key is left either", arguments: Derived.allCases)
        func derivedKeys(derived: Derived) throws {
            for round in 1...Self.rounds {
                let pattern = try Self.sealSome(derived)
                let after = try MemorySearch().count(pattern)
                #expect(after.hits == 0, "round \(round): found in \(after.places)")
            }
        }

        @inline(never)
        private static func sealSome(_ derived: Derived) throws -> MemorySearch.Pattern {
            let alice = DeviceAddress(userID: 1, deviceID: 2)
            let session = UInt64.random(in: .min ... .max)
            let sending = CallKeyring(callID: 7, ownAddress: alice, random: { session })
            let receiving = CallKeyring(callID: 7, ownAddress: DeviceAddress(userID: 3, deviceID: 4))
            let key = CallKey()
            sending.install(key, epoch: 1)
            receiving.install(key, epoch: 1)
            let encryptor = sending.makeEncryptor(track: .audio, codec: .opus)
            let decryptor = receiving.makeDecryptor(sender: alice, track: .audio, codec: .opus)
            for _ in 0..<20 {
                guard case .sealed(let bytes) = encryptor.seal([1, 2, 3]) else {
                    Issue.record("not sealed")
                    break
                }
                #expect(decryptor.open(bytes) == .opened([1, 2, 3], needsKeyFrame: false))
            }
            let pattern = try #require(Self.pattern(derived, key, alice, session))
            sending.wipe()
            receiving.wipe()
            return pattern
        }

        @inline(never)
        private static func pattern(
            _ derived: Derived, _ key: CallKey, _ sender: DeviceAddress, _ session: UInt64
        ) -> MemorySearch.Pattern? {
            let cipher = FrameCipher()
            let baseKey = key.baseKey(callID: 7, sender: sender, track: .audio)
            let keyID = FrameKeyID(tag: key.name.tag, session: session).rawValue
            let frameSecret = cipher.extract(.sha512, salt: [], inputKey: baseKey)
            var label = Array("SFrame 1.0 Secret key ".utf8)
            label.appendBigEndian(keyID)
            label.appendBigEndian(SFrameSuite.aes256GCM.rawValue)
            let secret: SymmetricKey =
                switch derived {
                case .pseudoRandomKey:
                    cipher.extract(.sha512, salt: Array("ECall SFrame v1".utf8), inputKey: key.secret)
                case .baseKey: baseKey
                case .frameSecret: frameSecret
                case .frameKey: cipher.expand(.sha512, pseudoRandomKey: frameSecret, info: label, length: 32)
                }
            return MemorySearch.Pattern(SecretBytes(secret))
        }
    }
#endif
