import ECallAPI
import ECallSecurity
import Foundation

/// A file of recorded values beside those of other suites (`Tests/Vectors`).
struct VectorFile {
    let name: String

    /// Whether the values that the tests repeat must first be recorded again.
    static var isWriting: Bool { ProcessInfo.processInfo.environment["ECALL_WRITE_VECTORS"] != nil }

    private var url: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/\(name).json").standardized
    }

    func read<Value: Decodable>() throws -> Value { try JSONDecoder().decode(Value.self, from: Data(contentsOf: url)) }

    func write(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(value).write(to: url)
    }
}

enum VectorError: Error { case unreadable }

/// Base64url of bytes.
enum Base64URLText {
    static func encode(_ bytes: [UInt8]) -> String { Base64URL.encode(Data(bytes)) }

    static func encode(_ secret: SecretBytes) -> String { encode(secret.withUnsafeBytes { Array($0) }) }

    static func bytes(_ text: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(text) else { throw VectorError.unreadable }
        return [UInt8](bytes)
    }

    static func secret(_ text: String) throws -> SecretBytes {
        var bytes = try bytes(text)
        return SecretBytes(taking: &bytes)
    }
}
