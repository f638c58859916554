public import ECallCore
public import ECallMedia
package import ECallSecurity

/// The world around a client: what carries its bytes, and its clocks.
public struct ClientEnvironment: Sendable {
    public var transport: any HTTPTransport
    public var dialer: any SocketDialing
    public var time: any TimeSource
    /// Counts on from the time that the server names: through a suspension of the machine too.
    public var serverTime: any TimeSource
    public var makeCalls: CallFactory
    /// What for picture and sound is connected to this machine.
    public var devices: @Sendable () async throws(MediaError) -> ConnectedDevices
    /// The windows of a display that can be shared by themselves.
    public var windows: @Sendable (Display) async throws(MediaError) -> [ShareableWindow]
    /// Plays what a person hears while a call rings.
    public var playTone: TonePlaying
    /// How long to wait for the signalling connection.
    public var timeout: Duration
    /// What happens to the ways on which the machine reaches others; nil where nobody says.
    public var networkChanges: (@Sendable () -> AsyncStream<NetworkChange>)?

    public init(
        transport: any HTTPTransport, dialer: any SocketDialing, time: any TimeSource = SystemTime(),
        serverTime: any TimeSource = ContinuousTime(), timeout: Duration = .seconds(10),
        networkChanges: (@Sendable () -> AsyncStream<NetworkChange>)? = nil,
        devices: @escaping @Sendable () async throws(MediaError) -> ConnectedDevices = {
            ConnectedDevices([], hasSoundServer: false)
        },
        windows: @escaping @Sendable (Display) async throws(MediaError) -> [ShareableWindow] = { _ in [] },
        playTone: @escaping TonePlaying = { (_, _) throws(MediaError) in
            throw .inputUnavailable("sound")
        },
        makeCalls: @escaping CallFactory
    ) {
        self.transport = transport
        self.dialer = dialer
        self.time = time
        self.serverTime = serverTime
        self.timeout = timeout
        self.networkChanges = networkChanges
        self.devices = devices
        self.windows = windows
        self.playTone = playTone
        self.makeCalls = makeCalls
    }

    private static var systemChanges: (@Sendable () -> AsyncStream<NetworkChange>)? {
        #if os(Linux)
            { NetworkChange.reports() }
        #else
            nil
        #endif
    }

    /// The real network and the real media, as an app's configuration has them: its pins count for requests, signalling, Janus
    /// and relays.
    public static func live(for server: ServerEnvironment) -> ClientEnvironment { live(trust: server.trust) }

    /// The real network and the real media.
    ///
    /// - Parameters:
    ///   - trust: whose certificates are believed, and which keys are pinned, on every connection that is made.
    ///   - testContent: what the media source `test` shows and sounds like.
    ///   - fitsLine: whether what is sent fits itself to the line; not, for comparison.
    public static func live(
        trust: TLSTrust = .system, testContent: (any TestContent)? = nil, fitsLine: Bool = true
    ) -> ClientEnvironment {
        live(trust: trust, testContent: testContent, fitsLine: fitsLine, secretTaken: nil)
    }

    /// - Parameter secretTaken: lent the secrets of a call, to search memory for them; nil where nobody does.
    package static func live(
        trust: TLSTrust = .system, testContent: (any TestContent)?, fitsLine: Bool,
        secretTaken: (@Sendable (CallSecret) -> Void)?
    ) -> ClientEnvironment {
        ClientEnvironment(
            transport: AsyncHTTPTransport(trust: trust), dialer: PatientDialer(WebSocketDialer(trust: trust)),
            networkChanges: systemChanges, devices: LiveCalls.devices, windows: LiveCalls.windows,
            playTone: LiveCalls.play,
            makeCalls: LiveCalls.factory(
                trust: trust, testContent: testContent, fitsLine: fitsLine, secretTaken: secretTaken))
    }
}
