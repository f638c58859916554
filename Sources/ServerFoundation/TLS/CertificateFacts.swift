package import Foundation
package import NIOSSL

/// The properties of a certificate chain that decide whether clients accept it.
package struct CertificateFacts: Sendable {
    package let certificates: [NIOSSLCertificate]

    package init(_ certificates: [NIOSSLCertificate]) { self.certificates = certificates }

    /// From the latest beginning to the earliest end in the chain.
    package var validity: ClosedRange<Date> {
        let begin = certificates.map(\.notValidBefore).max() ?? 0
        let end = certificates.map(\.notValidAfter).min() ?? 0
        return Date(timeIntervalSince1970: Double(begin))...Date(timeIntervalSince1970: Double(max(begin, end)))
    }

    /// The whole days until the end if it is near, so that a renewal must have failed: less than a sixth of the lifetime,
    /// and at most two weeks. nil if it is not.
    package func daysLeft(at now: Date) -> Int? {
        let lifetime = validity.upperBound.timeIntervalSince(validity.lowerBound)
        let left = validity.upperBound.timeIntervalSince(now)
        return left < min(14 * 86_400, lifetime / 6) ? Int(left / 86_400) : nil
    }

    /// Whether the certificate is valid for the host: a name, whose first label may be `*`, or an address (RFC 9525).
    package func names(_ host: String) -> Bool {
        guard let first = certificates.first else { return false }
        let address = Self.bytes(ofAddress: host)
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return first._subjectAlternativeNames().contains { name in
            let bytes = Array(name.contents)
            switch name.nameType {
            case .dnsName where address == nil:
                let theirs = String(decoding: bytes, as: UTF8.self).lowercased().split(
                    separator: ".", omittingEmptySubsequences: false)
                guard theirs.count == labels.count else { return false }
                return theirs == labels || (theirs.first == "*" && theirs.dropFirst() == labels.dropFirst())
            case .ipAddress: return address == bytes
            default: return false
            }
        }
    }

    /// The defect that keeps the first certificate from leading to its authority.
    package enum Gap: Sendable, Equatable {
        /// The next certificate is not its issuer's.
        case order
        /// No certificate follows, although it was issued by another.
        case noIntermediates
    }

    /// - Parameter authority: certificates of a local authority that clients trust.
    package func gap(authority: [NIOSSLCertificate] = []) -> Gap? {
        let names = certificates.map { Self.names(of: (try? $0.toDERBytes()) ?? []) }
        for (one, next) in zip(names, names.dropFirst()) where one?.issuer != next?.subject { return .order }
        guard certificates.count == 1, let only = names.first ?? nil, only.issuer != only.subject else { return nil }
        let known = authority.compactMap { Self.names(of: (try? $0.toDERBytes()) ?? [])?.subject }
        return known.contains(only.issuer) ? nil : .noIntermediates
    }

    private static func bytes(ofAddress host: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        if inet_pton(AF_INET6, host, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
        return nil
    }

    /// Issuer and subject in DER (RFC 5280 section 4.1): the third and fifth fields of the signed part, after the version,
    /// which old certificates omit.
    private static func names(of certificate: [UInt8]) -> (issuer: ArraySlice<UInt8>, subject: ArraySlice<UInt8>)? {
        guard let outer = elements(of: certificate[...]).first, let signed = elements(of: outer.content).first else {
            return nil
        }
        var parts = elements(of: signed.content)
        if parts.first?.tag == 0xA0 { parts.removeFirst() }
        return parts.count > 4 ? (parts[2].content, parts[4].content) : nil
    }

    /// The consecutive elements in a piece of DER, up to the first malformed one.
    private static func elements(of der: ArraySlice<UInt8>) -> [(tag: UInt8, content: ArraySlice<UInt8>)] {
        var (rest, found): (ArraySlice<UInt8>, [(UInt8, ArraySlice<UInt8>)]) = (der, [])
        while let tag = rest.popFirst(), let first = rest.popFirst() {
            var length = Int(first)
            if first >= 0x80 {
                guard first > 0x80, first <= 0x84, rest.count >= Int(first & 0x7F) else { break }
                length = 0
                for _ in 0..<(first & 0x7F) { length = length << 8 | Int(rest.removeFirst()) }
            }
            guard rest.count >= length else { break }
            found.append((tag, rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return found
    }
}
