/// The servers and relays that a network reaches, and its bandwidth.
public struct NetworkReport: Sendable, Equatable, Codable {
    /// Whether something answers.
    public struct Reach: Sendable, Equatable, Codable {
        public var isReached: Bool
        public var roundTripMilliseconds: Double?
        /// The reason why it does not answer; nil if it does.
        public var problem: String?

        public init(isReached: Bool, roundTripMilliseconds: Double? = nil, problem: String? = nil) {
            (self.isReached, self.roundTripMilliseconds) = (isReached, roundTripMilliseconds)
            self.problem = problem
        }
    }

    /// A transport to a TURN server.
    public struct Relay: Sendable, Equatable, Codable {
        public var transport: RelayTransport
        public var host: String
        public var port: Int
        public var reach: Reach

        public init(_ address: RelayAddress, _ reach: Reach) {
            (transport, host, port) = (address.transport, address.host, address.port)
            self.reach = reach
        }
    }

    /// The bandwidth of a direction.
    public struct Rate: Sendable, Equatable, Codable {
        public var bitsPerSecond: Int
        /// Whether it may be more, which was not tried.
        public var isAtLeast: Bool

        public init(bitsPerSecond: Int, isAtLeast: Bool) {
            (self.bitsPerSecond, self.isAtLeast) = (bitsPerSecond, isAtLeast)
        }
    }

    /// The server, over HTTP.
    public var server: Reach
    public var webSocket: Reach
    /// ICE candidate types that were gathered: `host`, `srflx`, `relay`.
    public var candidates: [String]
    public var relays: [Relay]
    /// The path to the relay over which the rest was measured; nil if none works.
    public var measuredOver: RelayTransport?
    /// The share of packets that did not return through the relay, 0 to 1; nil if that was not measured, and over TCP, which
    /// retransmits.
    public var loss: Double?
    public var up: Rate?
    public var down: Rate?

    public init(
        server: Reach, webSocket: Reach = Reach(isReached: false), candidates: [String] = [], relays: [Relay] = [],
        measuredOver: RelayTransport? = nil, loss: Double? = nil, up: Rate? = nil, down: Rate? = nil
    ) {
        (self.server, self.webSocket, self.candidates, self.relays) = (server, webSocket, candidates, relays)
        (self.measuredOver, self.loss, self.up, self.down) = (measuredOver, loss, up, down)
    }

    /// The best way to a relay that works.
    public var bestRelay: Relay? {
        for transport in RelayTransport.allCases {
            if let relay = relays.first(where: { $0.transport == transport && $0.reach.isReached }) { return relay }
        }
        return nil
    }

    /// Whether a call can be made at all.
    public var carriesCalls: Bool { server.isReached && webSocket.isReached && bestRelay != nil }
}

/// The steps of the check.
public enum NetworkCheckStep: String, Sendable, Codable, CaseIterable {
    case server, webSocket, relayUDP, relayTCP, relayTLS, loss, up, down

    init(_ transport: RelayTransport) {
        self =
            switch transport {
            case .udp: .relayUDP
            case .tcp: .relayTCP
            case .tls: .relayTLS
            }
    }
}
