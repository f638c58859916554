import ECallAPI
package import Foundation
import ServerFoundation

/// A parsed but unverified signed token (RFC 7515 section 7.1).
package struct CompactToken: Sendable {
    /// The largest accepted text, in bytes.
    package static let largest = 16 * 1024

    /// The key that its signature must verify with. All other header members are ignored.
    package let key: VerificationKey.Name
    package let claims: Data
    package let signingInput: Data
    package let signature: Data

    /// The same for every spelling of the same statement: excludes the signature, of which there may be several.
    package var digest: String { HexDigest.sha256(String(decoding: signingInput, as: UTF8.self)) }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
        let crit: [String]?
        let jwk: Anything?
        let jku: Anything?
        let x5u: Anything?
        let x5c: Anything?

        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        var bringsKey: Bool { jwk != nil || jku != nil || x5u != nil || x5c != nil }
    }

    /// Parses a token whose algorithm is one of `algorithms`.
    package init(_ text: String, algorithms: Set<String>) throws(IDTokenProblem) {
        guard text.utf8.count <= Self.largest else { throw .tooLarge }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]),
            String(validating: head, as: UTF8.self) != nil, String(validating: claims, as: UTF8.self) != nil,
            let header = try? JSONDecoder().decode(Header.self, from: head)
        else { throw .malformed }
        switch (StrictJSON.problem(in: head), StrictJSON.problem(in: claims)) {
        case (nil, nil): break
        case (.duplicateMember, _), (_, .duplicateMember): throw .duplicateMember
        default: throw .malformed
        }
        guard algorithms.contains(header.alg) else { throw .algorithmNotAllowed }
        // Critical extensions are not supported (RFC 7515 section 4.1.11).
        guard header.crit == nil else { throw .malformed }
        // Access, refresh and logout tokens have their own types (RFC 8725 section 3.11).
        guard header.typ == nil || header.typ?.uppercased() == "JWT" else { throw .wrongType }
        guard !header.bringsKey else { throw .keyInHeader }
        guard let kid = header.kid, !kid.isEmpty, kid.utf8.count <= 256 else { throw .noKeyID }
        key = VerificationKey.Name(id: kid, algorithm: header.alg)
        self.claims = claims
        self.signature = signature
        signingInput = Data("\(parts[0]).\(parts[1])".utf8)
    }
}
