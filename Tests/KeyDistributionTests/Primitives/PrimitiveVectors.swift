/// The primitives that the two implementations have to agree on byte for byte (`Tests/Vectors/e2ee2-primitives.json`). Bytes are
/// base64url.
struct PrimitiveVectors: Codable, Equatable, Sendable {
    struct Device: Codable, Equatable, Sendable {
        let address: String
        let serial: UInt64
        let createdAt: UInt64
        /// The seed of the Ed25519 pair.
        let seed: String
        /// PKCS#1 DER of the private key.
        let rsa: String
        let identity: String
        let hash: String
    }

    struct Join: Codable, Equatable, Sendable {
        let name: String
        let device: String
        let roomId: UInt64
        let seq: UInt64
        let x: String
        /// 64 bytes, if the device has ML-KEM.
        let m: String?
        let vouch: String
        let text: String
        let hash: String
        let leave: String
    }

    struct Vouch: Codable, Equatable, Sendable {
        let identity: String
        let by: String
        let issuedAt: UInt64
        let text: String
    }

    struct Revoke: Codable, Equatable, Sendable {
        let sign: String
        let by: String
        let issuedAt: UInt64
        let text: String
    }

    struct Invite: Codable, Equatable, Sendable {
        let roomId: UInt64
        let caller: String
        let join: String
        let callees: [UInt64]
        let isVideo: Bool
        let seq: UInt64
        let issuedAt: UInt64
        let text: String
    }

    struct Status: Codable, Equatable, Sendable {
        struct Entry: Codable, Equatable, Sendable {
            /// 16 hexadecimal digits.
            let prefix: String
            let seq: UInt16
            let generation: UInt16
        }

        let device: String
        let join: String
        let seq: UInt16
        let generation: UInt32
        let have: [Entry]
        let isRecording: Bool
        let isSilent: Bool?
        let text: String
    }

    struct SafetyNumber: Codable, Equatable, Sendable {
        let own: String
        let other: String
        let digits: [String: String]
        let number: String
        let code: String
    }

    struct Key: Codable, Equatable, Sendable {
        let generation: UInt32
        let step: UInt8
        let key: String
    }

    struct Channel: Codable, Equatable, Sendable {
        struct Message: Codable, Equatable, Sendable {
            let n: UInt64
            let key: Key
            let text: String
        }

        let name: String
        let call: UInt64
        /// Places in `joins`.
        let from: Int
        let to: Int
        /// s2.
        let secret: String
        let wrapped: String
        /// s3 and its ciphertext, where both joins carry m.
        let encapsulated: [String]?
        /// The key in the opening.
        let first: Key
        let open: String
        let keys: [Message]
    }

    struct Ratchet: Codable, Equatable, Sendable {
        let key: String
        /// The keys of these steps.
        let steps: [String: String]
    }

    struct BaseKey: Codable, Equatable, Sendable {
        let call: UInt64
        let sender: String
        let track: String
        let key: String
        let baseKey: String
    }

    var devices: [String: Device] = [:]
    var joins: [Join] = []
    var vouches: [Vouch] = []
    var revokes: [Revoke] = []
    var invites: [Invite] = []
    var statuses: [Status] = []
    var safetyNumbers: [SafetyNumber] = []
    var channels: [Channel] = []
    var ratchet = Ratchet(key: "", steps: [:])
    var baseKeys: [BaseKey] = []
}
