public import ECallAPI
import Foundation
public import HTTPTypes
public import Hummingbird
import NIOCore

/// A request's failure as the client sees it: the error envelope with the code's status (wire-protocol 1.4).
public struct APIFailure: HTTPResponseError, Equatable {
    public let code: ErrorCode
    /// What a person reads when the client has no text of its own.
    public let title: String
    /// In how many seconds it is worth another try; nil for the usual time of the status.
    public var retryAfter: Int?

    public init(_ code: ErrorCode, _ title: String, retryAfter: Int? = nil) {
        self.code = code
        self.title = title
        self.retryAfter = retryAfter
    }

    /// 429 and 503 always say it (RFC 6585 section 4, RFC 9110 section 15.6.4).
    private var waitingTime: Int? {
        switch code.status {
        case 429: retryAfter ?? 60
        case 503: retryAfter ?? 2
        default: retryAfter
        }
    }

    public var status: HTTPResponse.Status { .init(code: code.status) }

    public func response(from request: Request, context: some RequestContext) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let body = try encoder.encode(ErrorEnvelope(code, title: title))
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        headers[.retryAfter] = waitingTime.map(String.init)
        return Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
