public import ECallAPI
public import Hummingbird
public import NIOCore

/// What travels with one request.
public struct AppRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Set by the authentication middleware once the access token has been checked.
    public var identity: DeviceIdentity?
    public let remoteAddress: SocketAddress?
    /// The field `Accept-Language`.
    public var acceptLanguage = ""
    /// The field `Account-Proof`; "" without one.
    public var accountProof = ""
    /// The host and port that the request names; "" where it names none.
    public var authority = ""
    /// The address of the client, behind trusted proxies as well; "" where there is none.
    public internal(set) var clientAddress: String

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        clientAddress = source.channel.remoteAddress?.ipAddress ?? ""
    }

    /// The largest body that is read, in bytes.
    public var maxUploadSize: Int { 256 * 1024 }

    /// The calling device; 401 `ErrAccessTokenExpired` where there is none.
    public func requireIdentity() throws -> DeviceIdentity {
        guard let identity else { throw APIFailure(.accessTokenExpired, "Please sign in again") }
        return identity
    }
}
