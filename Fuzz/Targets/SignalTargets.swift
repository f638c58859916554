import Foundation

@testable import ECallAPI

extension FuzzTarget {
    /// JSON of clients and servers.
    static let signals = [
        FuzzTarget(name: "signal", isShared: true) { input in
            guard let received = ClientSignal(json: input) else { return .refused }
            guard case .signal(let signal) = received else { return .accepted("command") }
            let relayed = signal.json(as: signal.signal)
            guard let again = ReceivedSignal(json: relayed), again.signal == signal.signal else {
                throw Finding(description: "what was passed on is another signal")
            }
            try require(again.json(as: again.signal) == relayed, "passing on changes a signal each time")
            // A number may be written in more places than it was.
            try require(relayed.count <= 8 * input.count, "what is passed on is much longer")
            let written = signal.signal.json()
            guard let own = ReceivedSignal(json: written), own.signal == signal.signal else {
                throw Finding(description: "what was written is another signal")
            }
            return .accepted(signal.signal.kind.rawValue)
        },
        // The first byte selects one of the bodies and answers; the rest is JSON.
        FuzzTarget(name: "message") { input in
            guard let first = input.first else { return .refused }
            let type = messages[Int(first) % messages.count]
            return try checkStable(type, Data(input.dropFirst())) ? .accepted([]) : .refused
        },
    ]

    private static let messages: [any (Codable & Sendable).Type] = Endpoint.allCases.flatMap { endpoint in
        let row = endpoint.description
        var types: [any (Codable & Sendable).Type] = row.body.map { [$0.type] } ?? []
        if case .value(let type) = row.answer { types.append(type) }
        return types
    }

    /// Whether it is valid; if so, it is read again after writing, and written the same.
    static func checkStable<Message: Codable>(_ type: Message.Type, _ json: Data) throws -> Bool {
        guard let message = try? JSONDecoder().decode(type, from: json) else { return false }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let written = try encoder.encode(message)
        let again = try JSONDecoder().decode(type, from: written)
        try require(try encoder.encode(again) == written, "\(type) is written otherwise each time")
        return true
    }
}
