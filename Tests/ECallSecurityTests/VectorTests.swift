import Crypto
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
        struct Key: Decodable {
            let callKey: String
            let name: String
            let tag: UInt16
            let callId: UInt64
            let session: String
            let keyId: String
            let baseKeys: [BaseKey]
        }
        let keys: [Key]
    }

    @Test("names, tags, KIDs and base keys")
    func keySchedule() throws {
        let vectors = try read(Keys.self, "keys.json").keys
        #expect(vectors.count == 3)
        for vector in vectors {
            let key = try callKey(vector.callKey)
            #expect(key.name.bytes.hex == vector.name)
            #expect(key.name.tag == vector.tag)
            let session = try #require(UInt64(vector.session, radix: 16))
            #expect(FrameKeyID(tag: key.name.tag, session: session).rawValue == UInt64(vector.keyId, radix: 16))
            #expect(vector.baseKeys.count == 8)
            for expected in vector.baseKeys {
                let sender = try #require(DeviceAddress(expected.device))
                let baseKey = key.baseKey(callID: vector.callId, sender: sender, track: expected.track)
                #expect(baseKey.withUnsafeBytes { [UInt8]($0).hex } == expected.baseKey)
            }
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
        let callKey: String
        let callId: UInt64
        let device: String
        let session: String
        let frames: [Frame]
    }

    @Test("frames of each codec, byte for byte in both directions")
    func frames() throws {
        let vectors = try read(Frames.self, "frames.json")
        let key = try callKey(vectors.callKey)
        let sender = try #require(DeviceAddress(vectors.device))
        let session = try #require(UInt64(vectors.session, radix: 16))
        #expect(Set(vectors.frames.map(\.codec)) == Set(FrameCodec.allCases))
        for vector in vectors.frames {
            let baseKey = key.baseKey(callID: vectors.callId, sender: sender, track: vector.track)
            var sealer = TrackSealer(
                codec: vector.codec, keyID: FrameKeyID(tag: key.name.tag, session: session), baseKey: baseKey,
                provider: FrameCipher(), waitsForKeyFrame: false, firstCounter: vector.counter)
            let sealed = [UInt8](hex: vector.sealed)
            #expect(sealer.seal([UInt8](hex: vector.frame)) == .sealed(sealed), "\(vector.codec) \(vector.counter)")
            var opener = TrackOpener(codec: vector.codec, provider: FrameCipher())
            opener.add(id: 0, tag: key.name.tag, baseKey: baseKey)
            guard case .opened(let opened, _) = opener.open(sealed, now: 0) else {
                Issue.record("\(vector.codec) \(vector.counter) does not open")
                continue
            }
            #expect(opened.hex == vector.opened)
        }
    }

    // MARK: - envelopes and signals

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
        let name = try callKey(vectors.callKey).name
        let pair = try DeviceKeyPair(importing: vectors.rsa.privateKey)
        #expect(pair.publicKey.text == vectors.rsa.publicKey)
        #expect(pair.publicKey.publicKeyHash == vectors.rsa.publicKeyHash)
        #expect(pair.publicKey.pin == vectors.rsa.pin)
        #expect(try CallKeyEnvelope(text: vectors.rsa.envelope).unwrap(with: pair).name == name)
        let p256 = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](hex: vectors.p256.privateKey))
        #expect(p256.publicKey.rawRepresentation.base64EncodedString() == vectors.p256.publicKey)
        #expect(try P256Envelope.unwrap(vectors.p256.envelope, with: p256).name == name)
    }

    struct Signals: Decodable {
        struct Signal: Decodable {
            let text: String
            let type: String
            let epoch: UInt32?
            let envelope: String
        }
        let callKey: String
        let recipient: String
        let signals: [Signal]
    }

    /// The members of a signal that carry a key.
    struct KeySignal: Decodable {
        let type: String
        let callId: UInt64
        let participantId: UInt64
        let participantDeviceId: UInt64
        let encryptedAESKey: String
        let epoch: UInt32?
    }

    @Test("signals carry the envelope and the epoch")
    func signals() throws {
        let vectors = try read(Signals.self, "key-signals.json")
        let pair = try DeviceKeyPair(importing: read(Envelopes.self, "envelopes.json").rsa.privateKey)
        let name = try callKey(vectors.callKey).name
        #expect(vectors.signals.count == 4)
        for vector in vectors.signals {
            let signal = try JSONDecoder().decode(KeySignal.self, from: Data(vector.text.utf8))
            #expect(signal.type == vector.type)
            #expect(signal.epoch == vector.epoch)
            #expect(signal.encryptedAESKey == vector.envelope)
            let recipient = DeviceAddress(userID: signal.participantId, deviceID: signal.participantDeviceId)
            #expect(recipient.description == vectors.recipient)
            #expect(try CallKeyEnvelope(text: signal.encryptedAESKey).unwrap(with: pair).name == name)
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

    @Test("sealed files, byte for byte in both directions")
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

    private func callKey(_ hex: String) throws -> CallKey {
        try #require([UInt8](hex: hex).withUnsafeBytes { CallKey(copying: $0) })
    }
}

extension Track: Decodable {}
