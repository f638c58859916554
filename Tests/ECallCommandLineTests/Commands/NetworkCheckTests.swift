import ECallLanguage
import Foundation
import NetworkCheck
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("The check of the network", .timeLimit(.minutes(1)))
struct NetworkCheckTests {
    static let report = NetworkReport(
        server: .init(isReached: true, roundTripMilliseconds: 23.4), webSocket: .init(isReached: true),
        candidates: ["host", "relay"],
        relays: [
            .init(.init(host: "h", port: 3_478, transport: .udp), .init(isReached: false, problem: "no answer")),
            .init(.init(host: "h", port: 3_478, transport: .tcp), .init(isReached: true, roundTripMilliseconds: 21)),
        ], measuredOver: .tcp, up: .init(bitsPerSecond: 612_345, isAtLeast: false),
        down: .init(bitsPerSecond: 4_000_000, isAtLeast: true))

    @Test("the check prints facts and advice")
    func text() {
        #expect(
            ResultFormatter().lines(for: .network(report: Self.report)) == [
                "  server      reached, 23 ms", "  WebSocket   reached", "  candidates  host, relay",
                "  TURN UDP    no answer (h:3478)", "  TURN TCP    reached, 21 ms (h:3478)", "  up          612 kbit/s",
                "  down        at least 4.0 Mbit/s",
                "UDP doesn’t get through, so calls use TCP and may stutter. "
                    + "Ask the network’s administrator to open UDP port 3478.",
                "Your upload speed is low, so the video you send won’t be sharp.",
            ])
        let nothing = NetworkReport(server: .init(isReached: false, problem: "No\u{7} answer."))
        #expect(
            ResultFormatter().lines(for: .network(report: nothing)) == [
                "  server      No\u{FFFD} answer.", "The server isn’t responding. Check its address and your network.",
            ])
        #expect(Set(NetworkCheckStep.allCases.map { Texts().string($0.text) }).count == NetworkCheckStep.allCases.count)
    }

    @Test("the check is one stable object in JSON")
    func json() {
        let printed = PrintedLines()
        var report = Self.report
        (report.relays, report.measuredOver, report.loss) = ([report.relays[1]], .udp, 0.5)
        report.up = .init(bitsPerSecond: 4_000_000, isAtLeast: true)
        printed.printer(json: true).result(.network(report: report))
        #expect(
            printed.output == [
                #"{"advice":["50 % of packets are lost, so speech and video may break up. A cable instead of Wi-Fi may help."],"candidates":["host","relay"],"carriesCalls":true,"down":{"bitsPerSecond":4000000,"isAtLeast":true},"loss":0.5,"measuredOver":"udp","relays":[{"host":"h","port":3478,"reach":{"isReached":true,"roundTripMilliseconds":21},"transport":"tcp"}],"result":"network","server":{"isReached":true,"roundTripMilliseconds":23.4},"up":{"bitsPerSecond":4000000,"isAtLeast":true},"webSocket":{"isReached":true}}"#
            ])
    }

    @Test("the check runs in the agent, which reports its steps")
    func agent() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    await #expect(throws: CommandFailure.notSignedIn) { try await link.result(of: .checkNetwork) }
                    try await fixture.signIn(link)
                    var steps: [NetworkCheckStep] = []
                    let result = try await link.result(of: .checkNetwork) { content in
                        if case .event(.checking(let step)) = content { steps.append(step) }
                    }
                    guard case .network(let report) = result else { throw CommandFailure.malformed }
                    #expect(report.server.isReached && report.webSocket.isReached)
                    #expect(steps.starts(with: [.server, .webSocket]))
                }
            }
        }
    }
}
