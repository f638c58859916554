/// Answer to `GET /credentials`: how this device reaches TURN and STOMP. The URIs are complete ICE URIs.
public struct CredentialsResponse: Codable, Sendable, Equatable {
    public var noneTlsUrl: String
    public var tlsUrl: String?
    /// Every way to TURN, the best one first (`TURNURI`); stock clients know the two above alone.
    public var turnUrls: [String]?
    public var turnUsername: String
    public var turnPassword: String
    /// The STOMP passcode of this device.
    public var rabbitmqToken: String?
    /// Unix seconds.
    public var rabbitmqTokenExpiresAt: Double?

    public init(
        noneTlsUrl: String, tlsUrl: String? = nil, turnUrls: [String]? = nil, turnUsername: String,
        turnPassword: String, rabbitmqToken: String?, rabbitmqTokenExpiresAt: Double?
    ) {
        self.noneTlsUrl = noneTlsUrl
        self.tlsUrl = tlsUrl
        self.turnUrls = turnUrls
        self.turnUsername = turnUsername
        self.turnPassword = turnPassword
        self.rabbitmqToken = rabbitmqToken
        self.rabbitmqTokenExpiresAt = rabbitmqTokenExpiresAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        noneTlsUrl = try container.decode(String.self, forKey: .noneTlsUrl)
        tlsUrl = try container.decodeIfPresent(String.self, forKey: .tlsUrl)
        // A malformed list must not prevent the call: the two members above are there.
        turnUrls = (try? container.decodeIfPresent([String].self, forKey: .turnUrls)) ?? nil
        turnUsername = try container.decode(String.self, forKey: .turnUsername)
        turnPassword = try container.decode(String.self, forKey: .turnPassword)
        rabbitmqToken = try container.decodeIfPresent(String.self, forKey: .rabbitmqToken)
        rabbitmqTokenExpiresAt = try container.decodeIfPresent(Double.self, forKey: .rabbitmqTokenExpiresAt)
    }

    /// The usable TURN URLs: those of `turnUrls`, or if there are none, those of the two old members; each once, at most
    /// `TURNURI.most`. The page has the same rule (Tests/Vectors/credentials.json).
    public var relays: [TURNURI] {
        let named = Self.usable(turnUrls ?? [])
        return named.isEmpty ? Self.usable([noneTlsUrl, tlsUrl].compactMap(\.self)) : named
    }

    private static func usable(_ texts: [String]) -> [TURNURI] {
        var ways: [TURNURI] = []
        for way in texts.compactMap({ TURNURI($0) }) where ways.count < TURNURI.most && !ways.contains(way) {
            ways.append(way)
        }
        return ways
    }
}
