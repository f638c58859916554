import Foundation
import Testing

/// The test vectors published with RFC 9605.
struct RFC9605: Decodable {
    struct Header: Decodable, Sendable {
        let kid: UInt64
        let ctr: UInt64
        let encoded: String
    }

    struct Frame: Decodable, Sendable, CustomTestStringConvertible {
        let cipher_suite: UInt16
        let kid: UInt64
        let ctr: UInt64
        let base_key: String
        let sframe_key_label: String
        let sframe_salt_label: String
        let sframe_secret: String
        let sframe_key: String
        let sframe_salt: String
        let metadata: String
        let pt: String
        let ct: String

        var testDescription: String { "suite \(cipher_suite)" }
    }

    let header: [Header]
    let sframe: [Frame]

    static let vectors: RFC9605 = {
        do {
            return try JSONDecoder().decode(RFC9605.self, from: Data(contentsOf: Vectors.url("rfc9605.json")))
        } catch {
            fatalError("rfc9605.json cannot be read: \(error)")
        }
    }()
}

/// The folder of vectors that Swift and browser code share.
enum Vectors {
    static func url(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(components: "Vectors", name)
    }
}

extension [UInt8] {
    init(hex: String) {
        var digits = hex[...]
        self = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            append(byte)
            digits = digits.dropFirst(2)
        }
    }

    var hex: String { map { String(format: "%02x", $0) }.joined() }
}
