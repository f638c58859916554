public import ECallCore
public import ECallLanguage
public import ECallMedia
package import ECallSecurity

/// The world around a client: its transports, and its clocks.
public struct ClientEnvironment: Sendable {
    public var transport: any HTTPTransport
    public var dialer: any SocketDialing
    public var time: any TimeSource
    /// Counts on from the time that the server names: through a suspension of the machine too.
    public var serverTime: any TimeSource
    public var makeCalls: CallFactory
    /// Returns the media devices connected to this machine now.
    public var devices: @Sendable () async throws(MediaError) -> ConnectedDevices
    /// The windows of a display that can be shared by themselves.
    public var windows: @Sendable (Display) async throws(MediaError) -> [ShareableWindow]
    /// Plays the tones that a person hears while a call rings.
    public var playTone: TonePlaying
    /// The time for which the signalling connection is awaited.
    public var timeout: Duration
    /// The changes of the addresses and routes by which the machine reaches others; nil if they are not reported.
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
            throw .inputUnavailable(.mediaNoLoudspeaker)
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

    /// The real network, as an app's configuration has it: its pins count for requests, signalling, Janus and relays.
    ///
    /// - Parameter media: without, calls are refused before anyone is rung.
    public static func live(
        for server: ServerEnvironment, media: MediaSystem? = .current()
    ) -> ClientEnvironment {
        live(trust: server.trust, media: media)
    }

    /// The real network.
    ///
    /// - Parameters:
    /// - trust: the certificates that are trusted, and the keys that are pinned, on every connection that is made.
    /// - media: without, calls are refused before anyone is rung.
    public static func live(trust: TLSTrust = .system, media: MediaSystem? = .current()) -> ClientEnvironment {
        live(trust: trust, media: media, secretTaken: nil)
    }

    /// - Parameter secretTaken: lent the secrets of a call, to search memory for them; nil if nothing searches.
    package static func live(
        trust: TLSTrust = .system, media: MediaSystem?, secretTaken: (@Sendable (CallSecret) -> Void)?
    ) -> ClientEnvironment {
        var environment = ClientEnvironment(
            transport: AsyncHTTPTransport(trust: trust), dialer: ParallelDialer(WebSocketDialer(trust: trust)),
            networkChanges: systemChanges,
            makeCalls: LiveCalls.factory(trust: trust, engine: media?.engine, secretTaken: secretTaken))
        if let media {
            environment.devices = media.devices
            environment.windows = media.windows
            environment.playTone = media.playTone
        }
        return environment
    }
}
