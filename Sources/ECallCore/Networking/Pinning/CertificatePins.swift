import Crypto
public import ECallLanguage
import Foundation

/// The keys that a server may have (requirement 003): SHA-256 of the SubjectPublicKeyInfo, as RFC 7469 section 2.4 writes
/// it. A certificate that is renewed with its key keeps its pin.
///
/// One pin alone would shut an app out on the day its key is lost: there is always a second, of a key that is kept elsewhere.
public struct CertificatePins: Sendable, Equatable {
    /// The reason why texts are not pins.
    public enum Problem: ExplainedError, Sendable, Equatable {
        /// Not the base64 of 32 bytes.
        case malformed(String)
        /// Fewer than two different ones.
        case noBackup

        /// The text for the developer of the app.
        public var text: Text {
            switch self {
            case .malformed(let pin): .errorsPinsMalformed(pin: pin)
            case .noBackup: .errorsPinsNoBackup
            }
        }
    }

    private let digests: Set<Data>

    /// Reads `sha256/<base64>`, or the base64 alone.
    public init(_ texts: [String]) throws(Problem) {
        var digests: Set<Data> = []
        for text in texts {
            let encoded = text.hasPrefix("sha256/") ? String(text.dropFirst(7)) : text
            guard let digest = Data(base64Encoded: encoded), digest.count == SHA256.byteCount else {
                throw .malformed(text)
            }
            digests.insert(digest)
        }
        guard digests.count >= 2 else { throw .noBackup }
        self.digests = digests
    }

    /// Reads pins with commas or blanks between them, as they stand in a configuration.
    public init(_ text: String) throws(Problem) {
        try self.init(text.split { ", \n\t".contains($0) }.map(String.init))
    }

    /// Whether a key with this SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7) is one of them.
    func allow(subjectPublicKeyInfo: [UInt8]) -> Bool {
        digests.contains(Data(SHA256.hash(data: subjectPublicKeyInfo)))
    }
}
