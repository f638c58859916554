import Foundation

@testable import ECallSecurity

/// Signed objects that break the rules under a valid signature.
enum Forged {
    /// An object with another header or payload, signed anew.
    static func object(
        _ text: String, by key: SigningKeyPair, header: String? = nil, payload change: (String) -> String = { $0 }
    ) throws -> String {
        let parts = text.split(separator: ".").map(String.init)
        let payload = change(String(decoding: try Base64URLText.bytes(parts[1]), as: UTF8.self))
        let first = header.map { Base64URLText.encode(Array($0.utf8)) } ?? parts[0]
        let signed = "\(first).\(Base64URLText.encode(Array(payload.utf8)))"
        guard let signature = key.sign(Array(signed.utf8)) else { throw VectorError.unreadable }
        return "\(signed).\(Base64URLText.encode(signature))"
    }

    /// A join whose second part is changed and signed anew, and whose third is replaced if one is given.
    static func join(
        _ join: Join, by key: SigningKeyPair, m: String? = nil, payload change: (String) -> String = { $0 }
    ) throws -> String {
        var parts = join.text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        parts[1] = try object(parts[1], by: key, payload: change)
        if let m { parts[2] = m }
        return parts.joined(separator: "~")
    }

    /// A payload with another value of a member; a number or string as written in JSON.
    static func setting(_ name: String, _ value: String) -> (String) -> String {
        { payload in
            guard let start = payload.range(of: "\"\(name)\":")?.upperBound else { return payload }
            let rest = payload[start...]
            // No value here has a comma or a brace in it.
            let end = rest.firstIndex { $0 == "," || $0 == "}" } ?? rest.endIndex
            return payload[..<start] + value + payload[end...]
        }
    }

    /// Public X25519 keys with which every private key gives zero: the points of small order, p itself and above, and one
    /// with the bit that is ignored (RFC 7748 section 5).
    static let lowOrderX: [[UInt8]] = {
        let order8: [[UInt8]] = [
            [
                0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a, 0xda,
                0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
            ],
            [
                0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b, 0x04,
                0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
            ],
        ]
        let ignored = [UInt8](repeating: 0, count: 31) + [0x80]
        return [low(0), low(1)] + order8 + [nearPrime(0xec), nearPrime(0xed), nearPrime(0xee), ignored]
    }()

    /// Public Ed25519 keys of small order: of each kind one, and one with a sign.
    static let smallOrderSign: [[UInt8]] = {
        let order8: [[UInt8]] = [
            [
                0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5,
                0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
            ],
            [
                0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a,
                0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
            ],
        ]
        let signed = [1] + [UInt8](repeating: 0, count: 30) + [0x80]
        return [low(0), low(1)] + order8 + [nearPrime(0xec), nearPrime(0xed), nearPrime(0xee), signed]
    }()

    private static func low(_ byte: UInt8) -> [UInt8] { [byte] + [UInt8](repeating: 0, count: 31) }

    private static func nearPrime(_ low: UInt8) -> [UInt8] {
        [low] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    }
}
