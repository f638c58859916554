public import ECallCore
public import ECallMedia
public import ECallSecurity

/// The world around a client: what carries its bytes, and its clocks.
public struct ClientEnvironment: Sendable {
    public var transport: any HTTPTransport
    public var dialer: any SocketDialing
    public var time: any TimeSource
    public var makeCalls: CallFactory
    /// How long to wait for the signalling connection.
    public var timeout: Duration

    public init(
        transport: any HTTPTransport, dialer: any SocketDialing, time: any TimeSource = SystemTime(),
        timeout: Duration = .seconds(10), makeCalls: @escaping CallFactory
    ) {
        self.transport = transport
        self.dialer = dialer
        self.time = time
        self.timeout = timeout
        self.makeCalls = makeCalls
    }

    /// The real network and the real media. An app gives neither argument.
    ///
    /// - Parameters:
    ///   - testContent: what the media source `test` shows and sounds like.
    ///   - secretTaken: lent the secrets of a call, to search memory for them; nil where nobody does.
    public static func live(
        testContent: (any TestContent)? = nil, secretTaken: (@Sendable (CallSecret) -> Void)? = nil
    ) -> ClientEnvironment {
        ClientEnvironment(
            transport: AsyncHTTPTransport(), dialer: WebSocketDialer(),
            makeCalls: LiveCalls.factory(testContent: testContent, secretTaken: secretTaken))
    }
}
