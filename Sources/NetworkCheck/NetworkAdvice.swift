/// What a person can do about a network, in sentences. Pure.
public enum NetworkAdvice {
    /// Bits a second below which audio stutters, video is not there, and video is small.
    static let (audio, video, fullVideo) = (100_000, 350_000, 900_000)
    private static let (longRoundTrip, noticedLoss) = (400.0, 0.03)

    /// Never empty: what is well is said, too.
    public static func sentences(for report: NetworkReport) -> [String] {
        guard report.server.isReached else {
            return ["The server does not answer. Check the address and the network."]
        }
        var sentences: [String] = []
        if !report.webSocket.isReached {
            sentences.append(
                "The server's WebSocket is not reached: no call rings here. A proxy in between may not let it through.")
        }
        sentences += relays(report) + quality(report)
        return sentences.isEmpty ? ["This network carries calls with video."] : sentences
    }

    private static func relays(_ report: NetworkReport) -> [String] {
        func port(_ transport: RelayTransport) -> Int? {
            report.relays.first { $0.transport == transport && !$0.reach.isReached }?.port
        }
        func works(_ transport: RelayTransport) -> Bool {
            report.relays.contains { $0.transport == transport && $0.reach.isReached }
        }
        if report.relays.isEmpty { return ["The server offers no relay: calls work where nothing is in between."] }
        if report.bestRelay == nil {
            let ports = [port(.udp).map { "UDP port \($0)" }, port(.tcp).map { "TCP port \($0)" }].compactMap(\.self)
            let which = ports.isEmpty ? "its ports" : ports.joined(separator: " and ")
            return ["No relay is reached: calls may have no sound here. Ask for \(which) to be opened."]
        }
        guard let blocked = port(.udp), !works(.udp) else { return [] }
        let other = works(.tcp) ? RelayTransport.tcp : .tls
        return [
            "UDP does not pass: calls go over \(other.name) and may stutter. Ask for UDP port \(blocked) to be opened."
        ]
    }

    private static func quality(_ report: NetworkReport) -> [String] {
        var sentences: [String] = []
        if let milliseconds = report.bestRelay?.reach.roundTripMilliseconds, milliseconds >= longRoundTrip {
            sentences.append(
                "It takes \(Int(milliseconds.rounded())) ms to the relay and back: people will talk at the same time. "
                    + "A cable instead of Wi-Fi or mobile data may help.")
        }
        if let loss = report.loss, loss >= noticedLoss {
            sentences.append(
                "\(Int((loss * 100).rounded())) % of the packets are lost: words and pictures may be missing. "
                    + "A cable instead of Wi-Fi may help.")
        }
        for (rate, what, name) in [(report.up, "sent", "up"), (report.down, "received", "down")] {
            guard let rate, !rate.isAtLeast || rate.bitsPerSecond < audio else { continue }
            if rate.bitsPerSecond < audio {
                sentences.append("The line is too slow \(name) for calls: end other uses of it, or take another.")
            } else if rate.bitsPerSecond < video {
                sentences.append("The line is too slow \(name) for video: audio is \(what) well, pictures are not.")
            } else if rate.bitsPerSecond < fullVideo {
                sentences.append("The line is slow \(name): video that is \(what) will not be sharp.")
            }
        }
        return sentences
    }
}
