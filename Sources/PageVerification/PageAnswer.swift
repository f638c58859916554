public import Foundation

/// The compression of an answer (RFC 9110 section 8.4.1). A server has a file for each, and they need not be the same.
public enum ContentCoding: String, Sendable, CaseIterable {
    case identity, gzip
    case brotli = "br"
}

/// A server's answer for one address.
public struct PageAnswer: Sendable, Equatable {
    public var status: Int
    /// Names in lower case; of duplicates, the last one.
    public var headers: [String: String]
    /// Decompressed.
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Why a server sent nothing that could be compared.
public enum PageFailure: Error, Sendable, Equatable {
    /// It is not reached, or does not answer in time.
    case unreachable
    /// Its certificate is not one that is trusted here.
    case notTrusted
    /// It sends without end, or its compressed content is malformed.
    case unreadable
    /// The address isn't a server's: `https://host` or `http://host`, with a port if it has one.
    case badAddress
}
