import Crypto
import ECallAPI
import Foundation
import ServerFoundation

/// The challenges that devices sign to prove an earlier sign-in (wire-protocol 2.4): 16 random bytes and the time,
/// authenticated with a key of the server. The server stores nothing until a challenge is used, so that requesting many
/// costs it no memory.
struct SignInChallenges: Sendable, Confidential {
    /// In seconds.
    static let lifetime = 60

    private static let (randomLength, timeLength, codeLength) = (16, 8, 32)

    let key: SymmetricKey

    /// 75 characters of base64url: random bytes | Unix milliseconds, big-endian | HMAC-SHA-256 of both.
    func issue(at now: Timestamp) -> String {
        var body = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        withUnsafeBytes(of: now.milliseconds.bigEndian) { body.append(contentsOf: $0) }
        return Base64URL.encode(body + Data(HMAC<SHA256>.authenticationCode(for: body, using: key)))
    }

    /// Returns whether the time stated by a device fits a challenge that is valid now.
    static func isRecent(_ moment: Timestamp, at now: Timestamp) -> Bool {
        // Subtraction reports overflow: a client may send any number.
        let distance = moment.milliseconds.subtractingReportingOverflow(now.milliseconds)
        return !distance.overflow && distance.partialValue.magnitude <= UInt64(lifetime) * 1000
    }

    /// Returns when a challenge of this server expires; nil if it has expired or was not issued by this server.
    func end(of challenge: String, at now: Timestamp) -> Timestamp? {
        guard challenge.utf8.count <= 100, let bytes = Base64URL.decode(challenge).map({ [UInt8]($0) }),
            bytes.count == Self.randomLength + Self.timeLength + Self.codeLength
        else { return nil }
        let (body, code) = (bytes.dropLast(Self.codeLength), bytes.suffix(Self.codeLength))
        guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key) else { return nil }
        let time = body.suffix(Self.timeLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let issued = Timestamp(milliseconds: Int64(bitPattern: time))
        let end = issued.advanced(bySeconds: Self.lifetime)
        return issued <= now && now < end ? end : nil
    }
}
