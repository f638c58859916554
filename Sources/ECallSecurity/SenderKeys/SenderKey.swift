import Crypto
import FrameCrypto

/// The key with which one device seals what it sends, at one step of its ratchet: 32 bytes (e2ee 5).
///
/// The bytes are in one buffer that is overwritten when the last copy of the value is released; they are never printed.
public struct SenderKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// Bytes of a key.
    public static let length = 32
    /// The highest step; instead of a next one there is a new generation.
    public static let lastStep: UInt8 = 63
    private static let salt = Array("ECall SFrame v2".utf8)
    private static let ratchetInfo = Array("SFrame 1.0 Ratchet".utf8)

    let secret: SymmetricKey

    /// Takes the bytes of a key, which the caller overwrites; nil unless there are 32.
    package init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.length else { return nil }
        secret = SymmetricKey(data: bytes)
    }

    private init(_ secret: SymmetricKey) { self.secret = secret }

    /// Returns the key of the next step; there is no way back (RFC 9605 section 5.1).
    public func ratcheted() -> SenderKey {
        let cipher = FrameCipher()
        let pseudoRandomKey = cipher.extract(.sha512, salt: [], inputKey: secret)
        return SenderKey(
            cipher.expand(.sha512, pseudoRandomKey: pseudoRandomKey, info: Self.ratchetInfo, length: Self.length))
    }

    /// The SFrame base key of one track of the device that sends (e2ee 8).
    func baseKey(callID: UInt64, sender: DeviceAddress, track: Track) -> SymmetricKey {
        let cipher = FrameCipher()
        return cipher.expand(
            .sha512, pseudoRandomKey: cipher.extract(.sha512, salt: Self.salt, inputKey: secret),
            info: Self.baseKeyInfo(callID: callID, sender: sender, track: track), length: 32)
    }

    /// "base key" | 0x00 | callId be64 | length be16 | device address | length be16 | track.
    private static func baseKeyInfo(callID: UInt64, sender: DeviceAddress, track: Track) -> [UInt8] {
        var info = Array("base key".utf8)
        info.append(0)
        info.appendBigEndian(callID)
        for text in [sender.description, track.rawValue] {
            info.appendBigEndian(UInt16(text.utf8.count))
            info.append(contentsOf: text.utf8)
        }
        return info
    }

    /// Passes the bytes to a closure, to be sealed for another device or searched for in memory; it must not keep them.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try secret.withUnsafeBytes(body)
    }

    public var description: String { "SenderKey" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
