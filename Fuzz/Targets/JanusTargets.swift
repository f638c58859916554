@testable import Janus

extension FuzzTarget {
    static let janus = [
        FuzzTarget(name: "janus-message") { input in
            guard let value = try? JSONParser.parse(input, limits: JanusLimits()) else {
                try require((try? JanusMessage(decoding: input)) == nil, "a message that is no JSON")
                return .refused
            }
            let written = value.encoded()
            try require(try JSONParser.parse(written, limits: JanusLimits()) == value, "what was written is another")
            // A control character of one byte is written in six; a number such as 1e300 may grow as well.
            try require(written.count <= 24 * input.count, "much more came out than went in")
            guard let message = try? JanusMessage(decoding: input) else { return .refused }
            try require(try JanusMessage(decoding: written) == message, "another message")
            return .accepted([])
        },
        // Lines as they come from a client and from Janus, in turn.
        FuzzTarget(name: "janus-proxy") { input in
            var policy = JanusProxyPolicy(
                identity: .user(3), credentials: JanusCredentials(token: "t", apiSecret: "s"),
                access: { $0 == 77 ? JanusRoomAccess(pin: "pin", participants: [3]) : nil }, claimable: [11: [12]],
                makeRoom: { nil })
            var isForwarded = false
            for (index, line) in input.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(16).enumerated()
            {
                guard index % 2 == 0 else {
                    if case .forward(let bytes, _) = policy.fromJanus(Array(line)) {
                        _ = try JSONParser.parse(bytes, limits: JanusLimits(messageSize: 1 << 20, depth: 16))
                    }
                    continue
                }
                guard case .forward(let bytes) = policy.fromClient(Array(line)) else { continue }
                isForwarded = true
                try checkForwarded(bytes)
            }
            try require(policy.pending.count <= JanusProxyLimits().pending, "more requests than allowed")
            return isForwarded ? .accepted([]) : .refused
        },
    ]

    /// A request that reaches Janus has the credentials of the server, and is not one of an operator.
    private static func checkForwarded(_ bytes: [UInt8]) throws {
        guard case .object(let members) = try JSONParser.parse(bytes, limits: JanusLimits(messageSize: 1 << 20)) else {
            throw Finding(description: "no object is forwarded")
        }
        try require(members["token"]?.string == "t" && members["apisecret"]?.string == "s", "other credentials")
        let names: Set = [
            "create", "claim", "keepalive", "attach", "message", "trickle", "hangup", "detach", "destroy",
        ]
        guard let name = members["janus"]?.string, names.contains(name) else {
            throw Finding(description: "a request that clients have no use for")
        }
        if name == "message", let room = members["body"]?.object?["room"]?.id {
            try require(room == 77, "a room of others")
        }
    }
}
