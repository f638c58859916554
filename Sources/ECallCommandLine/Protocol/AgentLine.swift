import ECallCalls
import Foundation

/// Reads and writes the lines between commands and agent: one JSON object a line, at most 64 KiB.
enum AgentLine {
    enum Failure: Error, Equatable {
        /// Not a JSON object of the expected form. The received line isn't repeated: it may hold a secret.
        case malformed
        case tooLong
    }

    static func encode(_ value: some Encodable) throws(Failure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let key = CodingUserInfoKey.isAgentLine { encoder.userInfo[key] = true }
        guard let data = try? encoder.encode(value) else { throw .malformed }
        guard data.count <= LineBuffer.longest else { throw .tooLong }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws(Failure) -> Value {
        guard line.count <= LineBuffer.longest else { throw .tooLong }
        guard let value = try? JSONDecoder().decode(type, from: Data(line)) else { throw .malformed }
        return value
    }
}

extension CodingUserInfoKey {
    /// Whether a command reads it, in any language; programs read JSON in English alone.
    static let isAgentLine = CodingUserInfoKey(rawValue: "isAgentLine")
}
