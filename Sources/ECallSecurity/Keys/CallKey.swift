import Crypto
import FrameCrypto

/// 32 random bytes from which the keys of a call's media are derived.
///
/// The bytes are in one buffer that is overwritten when the last copy of the value is released. They cannot be read,
/// printed or written: a key leaves the process only inside an envelope.
public struct CallKey: Sendable, CustomStringConvertible, CustomReflectable {
    static let length = 32
    private static let salt = Array("ECall SFrame v1".utf8)

    let secret: SymmetricKey
    /// What the key is called; reveals nothing about its bytes.
    public let name: KeyName

    /// Draws a new key from the system's generator.
    public init() {
        self.init(SymmetricKey(size: .bits256))
    }

    /// Nil unless there are 32 bytes.
    init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.length else { return nil }
        self.init(SymmetricKey(data: bytes))
    }

    private init(_ secret: SymmetricKey) {
        self.secret = secret
        let cipher = FrameCipher()
        let pseudoRandomKey = cipher.extract(.sha512, salt: Self.salt, inputKey: secret)
        name = KeyName(
            bytes: cipher.expandToBytes(
                .sha512, pseudoRandomKey: pseudoRandomKey, info: Array("key name".utf8), length: KeyName.length))
    }

    /// The SFrame base key of one track of one device in one call (e2ee 3).
    func baseKey(callID: UInt64, sender: DeviceAddress, track: Track) -> SymmetricKey {
        let cipher = FrameCipher()
        return cipher.expand(
            .sha512, pseudoRandomKey: cipher.extract(.sha512, salt: Self.salt, inputKey: secret),
            info: Self.baseKeyInfo(callID: callID, sender: sender, track: track), length: 32)
    }

    /// "base key" | 0x00 | callId be64 | length be16 | device address | length be16 | track.
    static func baseKeyInfo(callID: UInt64, sender: DeviceAddress, track: Track) -> [UInt8] {
        var info = Array("base key".utf8)
        info.append(0)
        info.appendBigEndian(callID)
        for text in [sender.description, track.rawValue] {
            info.appendBigEndian(UInt16(text.utf8.count))
            info.append(contentsOf: text.utf8)
        }
        return info
    }

    public var description: String { "CallKey" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The name of a call key: 32 bytes that identify it and do not reveal it.
public struct KeyName: Sendable, Hashable, Comparable {
    static let length = 32

    public let bytes: [UInt8]

    /// The 15 bits of the name that every frame carries.
    public var tag: UInt16 { FrameKeyID.tag(ofName: bytes) }

    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
