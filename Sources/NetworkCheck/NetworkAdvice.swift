public import ECallLanguage

/// Advice to a person about their network, in sentences. Pure.
public enum NetworkAdvice {
    /// Bits a second below which audio stutters, video is not there, and video is small.
    static let (audio, video, fullVideo) = (100_000, 350_000, 900_000)
    private static let (longRoundTrip, noticedLoss) = (400.0, 0.03)

    /// The sentences in English; never empty: a good network is reported as one.
    public static func sentences(for report: NetworkReport) -> [String] {
        texts(for: report).map { Texts(.english).string($0) }
    }

    /// The sentences, not yet in a language.
    public static func texts(for report: NetworkReport) -> [Text] {
        guard report.server.isReached else { return [.networkCheckNoServer] }
        let webSocket: [Text] = report.webSocket.isReached ? [] : [.networkCheckNoWebSocket]
        let texts = webSocket + relays(report) + quality(report)
        return texts.isEmpty ? [.networkCheckGood] : texts
    }

    private static func relays(_ report: NetworkReport) -> [Text] {
        func port(_ transport: RelayTransport) -> String? {
            report.relays.first { $0.transport == transport && !$0.reach.isReached }.map { "\($0.port)" }
        }
        func works(_ transport: RelayTransport) -> Bool {
            report.relays.contains { $0.transport == transport && $0.reach.isReached }
        }
        if report.relays.isEmpty { return [.networkCheckNoRelayOffered] }
        if report.bestRelay == nil {
            let ports: Text =
                switch (port(.udp), port(.tcp)) {
                case (let udp?, let tcp?): .networkCheckPortsBoth(udp: udp, tcp: tcp)
                case (let udp?, nil): .networkCheckPortsUdp(port: udp)
                case (nil, let tcp?): .networkCheckPortsTcp(port: tcp)
                case (nil, nil): .networkCheckPortsAny
                }
            return [.networkCheckNoRelay(ports: ports)]
        }
        guard let blocked = port(.udp), !works(.udp) else { return [] }
        let other = works(.tcp) ? RelayTransport.tcp : .tls
        return [.networkCheckNoUdp(transport: other.name, port: blocked)]
    }

    private static func quality(_ report: NetworkReport) -> [Text] {
        var texts: [Text] = []
        if let milliseconds = report.bestRelay?.reach.roundTripMilliseconds, milliseconds >= longRoundTrip {
            texts.append(.networkCheckLongRoundTrip(milliseconds: "\(Int(milliseconds.rounded()))"))
        }
        if let loss = report.loss, loss >= noticedLoss {
            texts.append(.networkCheckLoss(percent: "\(Int((loss * 100).rounded()))"))
        }
        if let up = slowness(report.up) {
            texts.append([.networkCheckUpNone, .networkCheckUpAudio, .networkCheckUpSlow][up])
        }
        if let down = slowness(report.down) {
            texts.append([.networkCheckDownNone, .networkCheckDownAudio, .networkCheckDownSlow][down])
        }
        return texts
    }

    /// 0 if a direction carries nothing, 1 for audio alone, 2 for small video; nil if it carries all, or was not measured.
    private static func slowness(_ rate: NetworkReport.Rate?) -> Int? {
        guard let rate, !rate.isAtLeast || rate.bitsPerSecond < audio else { return nil }
        return [audio, video, fullVideo].firstIndex { rate.bitsPerSecond < $0 }
    }
}

extension NetworkCheckStep {
    /// Shown while the step is under way.
    public var text: Text {
        switch self {
        case .server: .networkCheckStepServer
        case .webSocket: .networkCheckStepWebSocket
        case .relayUDP: .networkCheckStepRelay(transport: RelayTransport.udp.name)
        case .relayTCP: .networkCheckStepRelay(transport: RelayTransport.tcp.name)
        case .relayTLS: .networkCheckStepRelay(transport: RelayTransport.tls.name)
        case .loss: .networkCheckStepLoss
        case .up: .networkCheckStepUp
        case .down: .networkCheckStepDown
        }
    }
}
