public import ECallAPI
public import Hummingbird
public import NIOCore

/// The context of one request.
public struct AppRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Set by the authentication middleware once the access token has been checked.
    public var identity: DeviceIdentity?
    public let remoteAddress: SocketAddress?
    /// The value of `Accept-Language`.
    public var acceptLanguage = ""
    /// The value of `Account-Proof`; empty if absent.
    public var accountProof = ""
    /// The host and port that the request names; empty if absent.
    public var authority = ""
    /// The address of the client, as reported by trusted proxies if there are any; empty if unknown.
    public internal(set) var clientAddress: String

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        clientAddress = source.channel.remoteAddress?.ipAddress ?? ""
    }

    /// The largest accepted body, in bytes.
    public var maxUploadSize: Int { 256 * 1024 }

    /// Returns the calling device; throws 401 `ErrAccessTokenExpired` if there is none.
    public func requireIdentity() throws -> DeviceIdentity {
        guard let identity else { throw APIFailure(.accessTokenExpired, "Sign in again") }
        return identity
    }
}
