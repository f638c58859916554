public import ECallAPI
import Foundation
public import HTTPTypes
public import Hummingbird
import NIOCore

/// A request's failure as the client sees it: the error envelope with the code's status (wire-protocol 1.4).
public struct APIFailure: HTTPResponseError, Equatable {
    public let code: ErrorCode
    /// The text shown if the client has none of its own.
    public let title: String
    /// Seconds until a retry is useful; nil for the usual time of the status.
    public let retryAfter: Int?
    /// Whether a valid request failed because a dependency is unavailable: then the status is 503, whatever the code.
    public let isUnavailable: Bool

    public init(_ code: ErrorCode, _ title: String, retryAfter: Int? = nil, isUnavailable: Bool = false) {
        self.code = code
        self.title = title
        self.retryAfter = retryAfter
        self.isUnavailable = isUnavailable
    }

    /// 429 and 503 always have one (RFC 6585 section 4, RFC 9110 section 15.6.4).
    private var waitingTime: Int? {
        switch status.code {
        case 429: retryAfter ?? 60
        case 503: retryAfter ?? 2
        default: retryAfter
        }
    }

    public var status: HTTPResponse.Status { isUnavailable ? .serviceUnavailable : .init(code: code.status) }

    public func response(from request: Request, context: some RequestContext) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var envelope = ErrorEnvelope(code, title: title)
        if isUnavailable { envelope.error.status = status.code }
        let body = try encoder.encode(envelope)
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        headers[.retryAfter] = waitingTime.map(String.init)
        // RFC 9110 section 11.6.1, RFC 6750 section 3.
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        return Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
