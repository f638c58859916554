import Crypto
import ECallAPI
import Foundation
import FrameCrypto
import Testing

@testable import ECallSecurity

/// The vectors that Swift and browser code share. `Tests/Vectors/reference.py` makes them, with an implementation of
/// its own.
@Suite("Shared vectors", .timeLimit(.minutes(1)))
struct VectorTests {
    // MARK: - key schedule

    struct Keys: Decodable {
        struct BaseKey: Decodable {
            let device: String
            let track: Track
            let baseKey: String
        }
        struct Ratcheted: Decodable {
            let step: Int
            let senderKey: String
        }
        struct Key: Decodable {
            let senderKey: String
            let callId: UInt64
            let ratcheted: [Ratcheted]
            let baseKeys: [BaseKey]
        }
        struct KeyID: Decodable {
            let generation: UInt32
            let step: UInt8
            let run: UInt16
            let random: UInt32
            let layer: UInt8
            let keyId: String
        }
        let keys: [Key]
        let keyIds: [KeyID]
    }

    @Test("ratchet, base keys and KIDs are those of the vectors")
    func keySchedule() throws {
        let vectors = try read(Keys.self, "keys.json")
        #expect(vectors.keys.count == 3 && vectors.keyIds.count == 4)
        for vector in vectors.keys {
            let key = try senderKey(vector.senderKey)
            for expected in vector.ratcheted {
                let ratcheted = (0..<expected.step).reduce(key) { key, _ in key.ratcheted() }
                #expect(ratcheted.withUnsafeBytes { [UInt8]($0).hex } == expected.senderKey)
            }
            #expect(vector.baseKeys.count == 8)
            for expected in vector.baseKeys {
                let sender = try #require(DeviceAddress(expected.device))
                let baseKey = key.baseKey(callID: vector.callId, sender: sender, track: expected.track)
                #expect(baseKey.withUnsafeBytes { [UInt8]($0).hex } == expected.baseKey)
            }
        }
        for vector in vectors.keyIds {
            let keyID = SenderFrameKeyID(
                generation: vector.generation, step: vector.step, run: vector.run, random: vector.random,
                layer: vector.layer)
            #expect(keyID.rawValue == UInt64(vector.keyId, radix: 16))
        }
    }

    // MARK: - frames

    struct Frames: Decodable {
        struct Frame: Decodable {
            let codec: FrameCodec
            let track: Track
            let counter: UInt64
            let frame: String
            let sealed: String
            let opened: String
        }
        let senderKey: String
        let callId: UInt64
        let device: String
        let generation: UInt32
        let step: UInt8
        let keyId: String
        let frames: [Frame]
    }

    /// 003-3
    @Test("frames of each codec are sealed and opened as in the vectors, byte for byte")
    func frames() throws {
        let vectors = try read(Frames.self, "frames.json")
        let key = try senderKey(vectors.senderKey)
        let sender = try #require(DeviceAddress(vectors.device))
        let keyID = try #require(UInt64(vectors.keyId, radix: 16).flatMap { SenderFrameKeyID($0) })
        #expect(Set(vectors.frames.map(\.codec)) == Set(FrameCodec.allCases))
        for vector in vectors.frames {
            let baseKey = key.baseKey(callID: vectors.callId, sender: sender, track: vector.track)
            var sealer = SenderTrackSealer(
                codec: vector.codec, keyID: keyID, baseKey: baseKey, provider: FrameCipher(), waitsForKeyFrame: false,
                firstCounter: vector.counter)
            let sealed = [UInt8](hex: vector.sealed)
            #expect(sealer.seal([UInt8](hex: vector.frame)) == .sealed(sealed), "\(vector.codec) \(vector.counter)")
            var keys = ReceivedKeys<SenderKey>()
            keys.receive(key, generation: vectors.generation, step: vectors.step, now: 0)
            var opener = SenderTrackOpener<FrameCipher, SenderKey>(provider: FrameCipher()) {
                $0.baseKey(callID: vectors.callId, sender: sender, track: vector.track)
            }
            guard case .opened(let opened, _) = opener.open(sealed, codec: vector.codec, with: &keys, now: 0) else {
                Issue.record("\(vector.codec) \(vector.counter) does not open")
                continue
            }
            #expect(opened.hex == vector.opened)
        }
    }

    // MARK: - envelopes

    struct Envelopes: Decodable {
        struct RSA: Decodable {
            let privateKey: String
            let publicKey: String
            let publicKeyHash: String
            let pin: String
            let envelope: String
        }
        struct P256: Decodable {
            let privateKey: String
            let publicKey: String
            let envelope: String
        }
        let callKey: String
        let rsa: RSA
        let p256: P256
    }

    @Test("envelopes open to the key they were made of")
    func envelopes() throws {
        let vectors = try read(Envelopes.self, "envelopes.json")
        let pair = try DeviceKeyPair(importing: vectors.rsa.privateKey)
        #expect(pair.publicKey.text == vectors.rsa.publicKey)
        #expect(pair.publicKey.publicKeyHash == vectors.rsa.publicKeyHash)
        #expect(pair.publicKey.pin == vectors.rsa.pin)
        #expect(try CallKeyEnvelope(text: vectors.rsa.envelope).unwrap(with: pair).hex == vectors.callKey)
        let p256 = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vectors.p256.privateKey))
        #expect(p256.publicKey.rawRepresentation.base64EncodedString() == vectors.p256.publicKey)
        #expect(try P256Envelope.unwrap(vectors.p256.envelope, with: p256).hex == vectors.callKey)
    }

    // MARK: - ML-KEM

    struct Encapsulations: Decodable {
        struct Made: Decodable {
            let secret: String
            let ciphertext: String
        }
        let seed: String
        let publicKey: String
        let fromSwift: Made
        let fromChromium: Made
    }

    @Test("ML-KEM: encapsulations of Chromium and of Swift open here")
    func encapsulations() throws {
        let vectors = try read(Encapsulations.self, "ml-kem.json")
        let bytes = { (text: String) throws in [UInt8](try #require(Base64URL.decode(text))) }
        let secrets = try #require(
            JoinSecrets(
                xSeed: [UInt8](repeating: 1, count: 32).secret, mSeed: try bytes(vectors.seed).secret))
        #expect(secrets.m == (try bytes(vectors.publicKey)))
        for made in [vectors.fromSwift, vectors.fromChromium] {
            let opened = secrets.decapsulate(try bytes(made.ciphertext))
            #expect(opened?.bytes == (try bytes(made.secret)))
        }
    }

    // MARK: - sealed files

    struct SealedFiles: Decodable {
        struct File: Decodable {
            let derivation: String
            let cost: UInt32
            let password: String
            let salt: String
            let nonce: String
            let content: String
            let file: String
        }
        let files: [File]
    }

    @Test("sealed files are written and read as in the vectors, byte for byte")
    func sealedFiles() throws {
        let vectors = try read(SealedFiles.self, "sealed-files.json").files
        #expect(vectors.map(\.derivation) == ["pbkdf2", "scrypt"])
        for vector in vectors {
            let secret = SecretBytes(utf8: vector.password)
            let derivation: SealedFile.Derivation =
                vector.derivation == "pbkdf2" ? .pbkdf2(iterations: vector.cost) : .scrypt(log2N: vector.cost)
            let sealed = try SealedFile.seal(
                [UInt8](hex: vector.content).secret, under: secret, derivation: derivation,
                salt: [UInt8](hex: vector.salt), nonce: [UInt8](hex: vector.nonce))
            #expect(sealed.hex == vector.file)
            #expect(try SealedFile.open([UInt8](hex: vector.file), with: secret).bytes.hex == vector.content)
        }
    }

    private func read<Vectors: Decodable>(_ type: Vectors.Type, _ name: String) throws -> Vectors {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(components: "Vectors", name)))
    }

    private func senderKey(_ hex: String) throws -> SenderKey {
        try #require([UInt8](hex: hex).withUnsafeBytes { SenderKey(copying: $0) })
    }
}

extension Track: Decodable {}

extension CallKey {
    var hex: String { secret.withUnsafeBytes { [UInt8]($0).hex } }
}
