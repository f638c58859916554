import ECallAPI
import Foundation
import NIOCore
import Testing

@testable import NetworkCheck

@Suite("The network check")
struct NetworkCheckTableTests {
    /// Shared with the page.
    private struct Vectors: Decodable {
        struct URL: Decodable {
            let url: String
            let transport: RelayTransport?
            let port: Int
        }

        struct Advice: Decodable {
            struct Relay: Decodable {
                let transport: RelayTransport
                let port: Int
                let isReached: Bool
                let roundTrip: Double?
            }

            let name: String
            let hasServer: Bool
            let hasSignals: Bool
            let relays: [Relay]
            /// None: calls get through.
            let sentences: [String]

            var report: NetworkReport {
                NetworkReport(
                    server: .init(isReached: hasServer), webSocket: .init(isReached: hasSignals),
                    relays: relays.map {
                        NetworkReport.Relay(
                            RelayAddress(host: "h", port: $0.port, transport: $0.transport),
                            .init(isReached: $0.isReached, roundTripMilliseconds: $0.roundTrip))
                    })
            }
        }

        let urls: [URL]
        let advice: [Advice]
    }

    private static let vectors = Result {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/network-check.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }

    @Test("relays are those that URIs name, as in the vectors; DTLS is not supported")
    func uris() throws {
        let urls = try Self.vectors.get().urls
        #expect(urls.count == 8)
        for item in urls {
            let address = RelayAddress(try #require(TURNURI(item.url)))
            #expect(address?.transport == item.transport, "\(item.url)")
            if let address { #expect(address.port == item.port, "\(item.url)") }
        }
    }

    @Test("advice on relays is that of the vectors")
    func sharedAdvice() throws {
        let cases = try Self.vectors.get().advice
        #expect(cases.count == 16)
        for item in cases {
            let expected = item.sentences.isEmpty ? ["This network is good enough for video calls."] : item.sentences
            #expect(NetworkAdvice.sentences(for: item.report) == expected, "\(item.name)")
        }
    }

    @Test("TCP is tried if UDP is named, each relay once, TLS last")
    func derived() {
        let udp = RelayAddress(host: "h", port: 99, transport: .udp)
        let tcp = RelayAddress(host: "h", port: 99, transport: .tcp)
        let tls = RelayAddress(host: "h", port: 443, transport: .tls)
        func all(_ texts: String...) -> [RelayAddress] { RelayAddress.all(of: texts.compactMap { TURNURI($0) }) }
        #expect(all("turns:h:443", "turn:h:99?transport=udp") == [udp, tcp, tls])
        #expect(all("turn:h:99?transport=tcp", "turn:h:99", "turn:h:99", "x") == [udp, tcp])
        #expect(all().isEmpty)
    }

    // MARK: - Rates

    private func pings(_ roundTrips: [Double?]) -> [RateEstimate.Ping] {
        roundTrips.enumerated().map { .init(at: Double($0.offset + 1) * 0.1, roundTrip: $0.element) }
    }

    @Test("the bandwidth up is that of a burst without a queue or loss")
    func up() throws {
        func estimate(_ roundTrips: [Double?], loss: Double = 0) -> Int? {
            RateEstimate.up(rate: 1_000_000, quickest: 0.05, loss: loss, pings(roundTrips)).map { Int($0.rounded()) }
        }
        #expect(estimate([0.05, 0.06, 0.05, 0.3, 0.05]) == nil, "one alone is something else")
        // Half fits: after half a second there is a queue of half a second.
        #expect(estimate([0.15, 0.25, 0.35, 0.45, 0.55]) == 555_556)
        #expect(estimate([0.05, nil, 0.05, nil, 0.05]) == 600_000)
        #expect(estimate([0.05, nil, 0.05, nil, 0.05], loss: 0.4) == nil, "as much is lost anyway")
        #expect(estimate([nil, nil, nil]) == 0)
        #expect(estimate([]) == nil, "nothing was asked")
    }

    @Test("the bandwidth of the path is that of a burst that arrives as fast as it was sent")
    func whole() {
        func estimate(
            _ received: Int, _ span: Double, of sent: Int = 63, within sentSpan: Double = 0.5, loss: Double = 0
        ) -> Int? {
            let arrivals = RateEstimate.Arrivals(sent: sent, sentSpan: sentSpan, received: received, span: span)
            return RateEstimate.whole(size: 8_000, loss: loss, arrivals).map { Int($0.rounded()) }
        }
        #expect(estimate(63, 0.5) == nil)
        #expect(estimate(56, 0.5) == nil, "a little is lost")
        #expect(estimate(63, 1) == 496_000, "they come slower")
        #expect(estimate(63, 1, within: 1) == nil, "they were sent slower")
        #expect(estimate(32, 0.5) == 496_000, "half is lost")
        #expect(estimate(32, 0.5, loss: 0.5) == nil, "half is lost anyway")
        #expect(estimate(0, 0) == 0 && estimate(1, 0) == 0 && estimate(0, 0, of: 0) == nil)
    }

    @Test("the download bandwidth is the arriving rate, or possibly more if the upload limited it")
    func directions() {
        typealias Rate = NetworkReport.Rate
        func both(_ up: Rate, _ whole: Rate?) -> [Rate?] {
            let both = RateEstimate.directions(up: up, whole: whole)
            return [both.up, both.down]
        }
        let (much, some) = (Rate(bitsPerSecond: 4_000, isAtLeast: true), Rate(bitsPerSecond: 500, isAtLeast: false))
        #expect(both(much, much) == [much, much])
        #expect(both(much, some) == [much, some], "the way down is the narrow one")
        #expect(both(some, some) == [some, Rate(bitsPerSecond: 500, isAtLeast: true)])
        #expect(both(some, Rate(bitsPerSecond: 200, isAtLeast: false))[1]?.isAtLeast == false)
        #expect(both(some, much) == [much, much], "it went up, too")
        #expect(both(some, nil) == [some, nil])
    }

    @Test("no more than three megabytes are sent and received")
    func budget() {
        let burst = RateEstimate.rates.reduce(0, +) * RateEstimate.duration / 8
        // Up, through both, and the last one again each time.
        let again = (RateEstimate.rates.last ?? 0) * RateEstimate.duration / 8
        #expect(3 * (burst + again) < 3_000_000)
        #expect(RateEstimate.duration * Double(RateEstimate.rates.count + 1) + 2 < 5.5)
    }

    // MARK: - Advice

    private static func report(
        udp: NetworkReport.Reach = .init(isReached: true, roundTripMilliseconds: 20),
        tcp: NetworkReport.Reach = .init(isReached: true, roundTripMilliseconds: 22),
        _ change: (inout NetworkReport) -> Void = { _ in }
    ) -> NetworkReport {
        let much = NetworkReport.Rate(bitsPerSecond: 4_000_000, isAtLeast: true)
        var report = NetworkReport(
            server: .init(isReached: true), webSocket: .init(isReached: true), candidates: ["host", "relay"],
            relays: [
                .init(RelayAddress(host: "h", port: 3_478, transport: .udp), udp),
                .init(RelayAddress(host: "h", port: 3_478, transport: .tcp), tcp),
            ], measuredOver: .udp, loss: 0, up: much, down: much)
        change(&report)
        return report
    }

    private static let blocked = NetworkReport.Reach(isReached: false, problem: "no answer")

    private static let reports: [(report: NetworkReport, sentences: [String], carriesCalls: Bool)] = [
        (report(), ["This network is good enough for video calls."], true),
        (
            report { $0.server = blocked }, ["The server isn’t responding. Check its address and your network."], false
        ),
        (
            report { $0.webSocket = blocked },
            ["Calls can’t ring here because the server’s WebSocket can’t be reached. A proxy may be blocking it."],
            false
        ),
        (
            report(udp: blocked),
            [
                "UDP doesn’t get through, so calls use TCP and may stutter. Ask the network’s administrator to open UDP port 3478."
            ], true
        ),
        (report(tcp: blocked), ["This network is good enough for video calls."], true),
        (
            report(udp: blocked, tcp: blocked),
            [
                "No relay can be reached, so calls may have no sound on this network. Ask its administrator to open UDP port 3478 and TCP port 3478."
            ], false
        ),
        (
            report { $0.relays = [] }, ["The server has no relay, so calls work only if no firewall is in the way."],
            false
        ),
        (
            report(udp: .init(isReached: true, roundTripMilliseconds: 450.4)),
            [
                "The round trip to the relay takes 450 ms, so people may talk over each other. "
                    + "A cable instead of Wi-Fi or mobile data may help."
            ], true
        ),
        (
            report { $0.loss = 0.05 },
            [
                "5 % of packets are lost, so speech and video may break up. A cable instead of Wi-Fi may help."
            ], true
        ),
        (
            report {
                $0.up = .init(bitsPerSecond: 90_000, isAtLeast: false)
                $0.down = .init(bitsPerSecond: 300_000, isAtLeast: false)
            },
            [
                "Your upload speed is too low for calls. Stop other uploads, or use another network.",
                "Your download speed is too low for video, but high enough for audio.",
            ], true
        ),
        (
            report { $0.up = .init(bitsPerSecond: 800_000, isAtLeast: false) },
            ["Your upload speed is low, so the video you send won’t be sharp."], true
        ),
        (
            report { $0.down = .init(bitsPerSecond: 500_000, isAtLeast: true) },
            ["This network is good enough for video calls."], true
        ),
    ]

    @Test("advice names the next step", arguments: reports.indices)
    func advice(index: Int) {
        let (report, sentences, carriesCalls) = Self.reports[index]
        #expect(NetworkAdvice.sentences(for: report) == sentences)
        #expect(report.carriesCalls == carriesCalls)
    }

    @Test("the best relay is that over UDP")
    func best() {
        #expect(Self.report().bestRelay?.transport == .udp)
        #expect(Self.report(udp: Self.blocked).bestRelay?.transport == .tcp)
        #expect(Self.report(udp: Self.blocked, tcp: Self.blocked).bestRelay == nil)
    }
}
