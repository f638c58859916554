import ECallAPI
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// JSON output, without `\/`.
package enum JSONText {
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return try encoder.encode(value)
    }
}

extension Response {
    /// A 200 response with the value as JSON; equal values give equal bytes, so that a response reveals nothing but its
    /// value. A `String` becomes a bare JSON string (wire-protocol 1.3).
    package static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }
}

extension Request {
    /// Decodes the body.
    ///
    /// Throws 413 `ErrRequestTooLarge` beyond `limit` bytes; 400 `ErrBadRequest` for unexpected JSON, naming the member but
    /// never its value, and for JSON that parsers read differently.
    package func jsonBody<Body: Decodable>(_ type: Body.Type, limit: Int) async throws -> Body {
        let buffer = try await body.collect(upTo: limit)
        guard buffer.readableBytes > 0 else { throw APIFailure(.badRequest, "The request has no body") }
        return try decode(type, from: buffer)
    }

    /// The same, but returns nil if there is no body.
    package func optionalJSONBody<Body: Decodable>(_ type: Body.Type, limit: Int) async throws -> Body? {
        let buffer = try await body.collect(upTo: limit)
        guard buffer.readableBytes > 0 else { return nil }
        return try decode(type, from: buffer)
    }

    private func decode<Body: Decodable>(_ value: Body.Type, from buffer: ByteBuffer) throws -> Body {
        // Checked again, for a body that no header announced.
        guard let type = headers[.contentType], RequestOrigin.isJSON(type) else { throw RequestOrigin.unsupported }
        // The decoder is lenient, and ignores members it does not need.
        switch StrictJSON.problem(in: buffer.readableBytesView) {
        case nil: break
        case .duplicateMember: throw APIFailure(.badRequest, "The request's JSON has a duplicate key")
        case .tooDeep: throw APIFailure(.badRequest, "The request's JSON is nested too deeply")
        case .malformed: throw APIFailure(.badRequest, "The request is not valid JSON")
        }
        do {
            return try JSONDecoder().decode(value, from: Data(buffer.readableBytesView))
        } catch let error as DecodingError {
            throw APIFailure(.badRequest, error.title)
        }
    }
}

extension DecodingError {
    fileprivate var title: String {
        switch self {
        case .keyNotFound(let key, let context):
            "The member \(Self.path(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "The request is not the expected JSON"
                : "The member \(Self.path(context.codingPath)) has a wrong type"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The request is not valid JSON" : "The member \(Self.path(context.codingPath)) is not valid"
        @unknown default: "The request is not the expected JSON"
        }
    }

    /// Dictionary keys come from the client, so they are shortened and reduced to plain characters.
    private static func path(_ keys: [any CodingKey]) -> String {
        let text = keys.map(\.stringValue).joined(separator: ".")
        return String(text.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".[]_ ".contains($0)) })
    }
}
