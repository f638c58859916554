/// The destinations of an authenticated session, by exact text (wire-protocol 3.4).
public struct STOMPServerPolicy: Hashable, Sendable {
    /// Destinations that can be subscribed to.
    public var subscribable: Set<String>
    /// Destinations that can be sent to.
    public var sendable: Set<String>

    /// A policy of exact destinations; everything else is answered with ERROR.
    public init(subscribable: Set<String>, sendable: Set<String>) {
        self.subscribable = subscribable
        self.sendable = sendable
    }

    /// The policy of a device: its own `/exchange/ecall.signal.out/<deviceId>`, and `/exchange/ecall.signal.in`.
    public static func device(_ deviceID: UInt64) -> STOMPServerPolicy {
        STOMPServerPolicy(
            subscribable: ["/exchange/ecall.signal.out/\(deviceID)"], sendable: ["/exchange/ecall.signal.in"])
    }
}

/// Settings of a server session.
public struct STOMPServerConfiguration: Hashable, Sendable {
    /// The server's offer.
    public var heartBeat: STOMPHeartBeat
    /// The part of a client's interval, in percent, without a byte after which the client counts as dead; 200 = twice the
    /// interval.
    public var tolerancePercent: UInt64
    /// The timeout of CONNECT in nanoseconds, from the opening of the socket.
    public var connectTimeout: UInt64
    /// The most subscriptions of one session.
    public var subscriptionLimit: Int

    /// Settings; the defaults follow wire-protocol 0.3.
    public init(
        heartBeat: STOMPHeartBeat = .tenSeconds, tolerancePercent: UInt64 = 200,
        connectTimeout: UInt64 = 10_000_000_000, subscriptionLimit: Int = 8
    ) {
        self.heartBeat = heartBeat
        self.tolerancePercent = tolerancePercent
        self.connectTimeout = connectTimeout
        self.subscriptionLimit = subscriptionLimit
    }
}
