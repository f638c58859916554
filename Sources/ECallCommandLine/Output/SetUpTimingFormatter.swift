import ECallCalls

/// The output of `--timing`: the steps of call setup in the order in which they were done.
enum SetUpTimingFormatter {
    /// A line a step: when it was done, and how long after the step before it.
    static func lines(for steps: [String: Double]) -> [String] {
        let done = SetUpStep.allCases.enumerated().compactMap { order, step in
            steps[step.rawValue].map { (order: order, step: step, at: $0) }
        }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
        var before = 0.0
        return done.map { entry in
            defer { before = entry.at }
            return "  \(padded(entry.at)) ms  +\(padded(entry.at - before))  \(name(of: entry.step))"
        }
    }

    private static func padded(_ milliseconds: Double) -> String {
        let text = "\(Int(milliseconds.rounded()))"
        return String(repeating: " ", count: max(0, 5 - text.count)) + text
    }

    private static func name(of step: SetUpStep) -> String {
        switch step {
        case .devices: "devices looked at"
        case .keys: "keys of the people called"
        case .room: "room created"
        case .ring: "their devices ring"
        case .answer: "answered"
        case .join: "let into the call"
        case .enter: "in the room"
        case .offer: "capture runs, offer made"
        case .accepted: "offer answered by the SFU"
        case .sendICE: "path for sending (ICE)"
        case .sendDTLS: "keys of that path (DTLS)"
        case .senderKey: "key of another device"
        case .published: "another device sends"
        case .subscribed: "receiving agreed with the SFU"
        case .receiveICE: "path for receiving (ICE)"
        case .receiveDTLS: "keys of that path (DTLS)"
        case .decrypted: "first key frame decrypted"
        case .decoded: "decoded"
        }
    }
}
