public import ECallAPI
public import Foundation

/// Carries one request and its answer. It neither repeats nor understands them.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and reads the whole answer, whatever its status.
    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse
}

public struct HTTPRequest: Sendable, Equatable {
    public var method: Endpoint.Method
    public var url: String
    public var headers: [String: String]
    public var body: Data?
    /// The time limit for the whole response.
    public var timeout: Duration
    /// The size limit of an answer in bytes; a larger one counts as malformed.
    public var largestAnswer = 4 * 1024 * 1024

    public init(
        method: Endpoint.Method, url: String, headers: [String: String] = [:], body: Data? = nil,
        timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// An answer; the names of its headers are in lower case.
public struct HTTPResponse: Sendable, Equatable {
    public var status: Int
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The reason why there is no answer.
public enum HTTPTransportError: Error, Sendable, Equatable {
    /// No connection in time, or the connection broke during the response.
    case unreachable
    /// No server listens there: the host refused at once.
    case refused
    /// The host's name leads to no address, or no name server could be asked.
    case unknownHost
    /// This machine has no way to that address, such as without a network.
    case noRoute
    /// TLS could not be agreed: the certificate of the server is not trusted.
    case untrusted
    case timeout
    case answerTooLarge
    case cancelled
    /// The address or the answer is not HTTP.
    case malformed
}

extension HTTPTransportError {
    /// Whether the failure is immediate, and will repeat until something is changed: a retry is useless unless there was a
    /// server before.
    var isRefusal: Bool { [.refused, .unknownHost, .noRoute].contains(self) }
}
