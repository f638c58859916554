import NIOCore
import NIOHTTP1

/// What bounds one HTTP connection, and how many an address may have.
struct HTTPLimits: Sendable {
    /// The line, the fields and the trailers of a request, in bytes.
    var head = 16 * 1024
    var fields = 100
    /// The body of a request. The application reads no more than this; what is announced larger is not waited for.
    var body = 256 * 1024
    /// From connecting, with the handshake of TLS, to the first byte.
    var firstByteTime = TimeAmount.seconds(15)
    /// From the first byte of a request to its last.
    var requestTime = TimeAmount.seconds(15)
    /// Between requests.
    var idleTime = TimeAmount.seconds(75)
    /// Without room for a byte more, because the client does not read.
    var blockedTime = TimeAmount.seconds(30)
    /// For the client to read the last answer and close, before the server does.
    var lingerTime = TimeAmount.seconds(2)
    /// What the kernel keeps for a client that does not read, in bytes.
    var kernelBuffer = 128 * 1024
    /// Connections that one address may have at a time.
    var connectionsPerAddress = 256

    var decoder: NIOHTTPDecoderLimitConfiguration {
        var configuration = NIOHTTPDecoderLimitConfiguration()
        configuration.maxHeaderFieldSize = head
        configuration.maxHeaderListSize = head
        configuration.maxHeaderFieldCount = fields
        return configuration
    }
}

extension HTTPLimits {
    init(_ limits: Limits) {
        self.init()
        connectionsPerAddress = limits.connectionsPerAddress
        requestTime = .seconds(Int64(limits.requestTime))
        firstByteTime = requestTime
        idleTime = .seconds(Int64(limits.idleConnectionTime))
    }
}
