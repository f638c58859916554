package import NIOCore
package import NIOHTTP1

/// The limits of one HTTP connection, and of connections per address.
package struct HTTPLimits: Sendable {
    /// The request line, the fields and the trailers of a request, in bytes.
    package var head = 16 * 1024
    package var fields = 100
    /// The body of a request. The application reads no more than this; a larger `Content-Length` is refused at once.
    package var body = 256 * 1024
    /// From connecting, including the TLS handshake, to the first byte.
    package var firstByteTime = TimeAmount.seconds(15)
    /// From the first byte of a request to its last.
    package var requestTime = TimeAmount.seconds(15)
    /// Between requests.
    package var idleTime = TimeAmount.seconds(75)
    /// Without progress in writing, because the client does not read.
    package var blockedTime = TimeAmount.seconds(30)
    /// For the client to read the last response and close, before the server does.
    package var lingerTime = TimeAmount.seconds(2)
    /// The kernel's send buffer for a client that does not read, in bytes.
    package var kernelBuffer = 128 * 1024
    /// The most simultaneous connections of one address.
    package var connectionsPerAddress = 1024

    package var decoder: NIOHTTPDecoderLimitConfiguration {
        var configuration = NIOHTTPDecoderLimitConfiguration()
        configuration.maxHeaderFieldSize = head
        configuration.maxHeaderListSize = head
        configuration.maxHeaderFieldCount = fields
        return configuration
    }

    package init(
        head: Int = 16 * 1024, fields: Int = 100, body: Int = 256 * 1024,
        firstByteTime: TimeAmount = .seconds(15), requestTime: TimeAmount = .seconds(15),
        idleTime: TimeAmount = .seconds(75), blockedTime: TimeAmount = .seconds(30),
        lingerTime: TimeAmount = .seconds(2), kernelBuffer: Int = 128 * 1024, connectionsPerAddress: Int = 256
    ) {
        self.head = head
        self.fields = fields
        self.body = body
        self.firstByteTime = firstByteTime
        self.requestTime = requestTime
        self.idleTime = idleTime
        self.blockedTime = blockedTime
        self.lingerTime = lingerTime
        self.kernelBuffer = kernelBuffer
        self.connectionsPerAddress = connectionsPerAddress
    }
}
