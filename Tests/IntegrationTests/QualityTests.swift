import ECallAPI
import ECallCalls
import Foundation
import MediaServers
import NetworkCheck
import Testing

@testable import ECallDemonstration

@Suite("Reports on connections", .timeLimit(.minutes(3)), .serialized)
struct QualityTests {
    @Test("a call shows its quality, directly and through the relay", arguments: [false, true])
    func status(relayed: Bool) async throws {
        try await onStage("status") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let listening = Events(try bo.start(["listen", "--auto-answer=anyone", "--once", "--test-source", "2"]))
            try await listening.wait(for: "listening", .seconds(30))
            let media = ["--video", "--test-source", "1"] + (relayed ? ["--relay-only"] : [])
            let calling = Events(try ana.start(["call", "Bo"] + media))
            try await calling.wait(for: "firstPicture", .seconds(30))
            try await calling.wait(for: "quality", .seconds(20))
            try await calling.wait(for: "participantQuality", .seconds(20))
            let status = try await Self.status(of: ana) {
                let isOwnKnown = $0.own.video?.loss != nil && $0.own.roundTripMilliseconds != nil
                // A busy machine measures no picture in its first seconds, and little audio in an incomplete second.
                let other = $0.participants.first
                return isOwnKnown && other?.video?.height != nil && other?.audio?.bitsPerSecond ?? 0 > 10_000
            }
            #expect(status.state == .inCall && status.encryption == .protected)
            #expect(status.own.isRelayed == relayed && status.own.path != nil && status.own.quality != nil)
            #expect(status.own.audio?.bitsPerSecond ?? 0 > 10_000 && status.own.video?.width ?? 0 >= 160)
            #expect(status.own.roundTripMilliseconds != nil)
            let other = try #require(status.participants.first)
            #expect(other.name == "Bo" && other.connection == .connected && other.quality != nil)
            #expect(other.audio?.bitsPerSecond ?? 0 > 10_000 && other.video?.height ?? 0 >= 120, "\(other)")
            try await ana.run(["hangup"])
            try await calling.wait(for: "ended", .seconds(20))
        }
    }

    /// The call's status once it is complete.
    private static func status(of person: Person, when isMeant: (CallOverview) -> Bool) async throws -> CallOverview {
        var status: CallOverview?
        // Polls: the first second is incomplete, and the first reports come after seconds.
        for _ in 0..<30 {
            let line = try #require(try await person.run(["status"]).first)
            status = try line.decoded(as: CallOverview.self)
            if let status, isMeant(status) { return status }
            // Polls a process.
            try await Task.sleep(for: .milliseconds(200))
        }
        return try #require(status)
    }

    @Test("the network check runs through a real coturn, over UDP and TCP, and leaves nothing there")
    func network() async throws {
        try await onStage("netcheck") { stage, server in
            let (ana, _) = try await stage.friends(at: server)
            let lines = try await ana.run(["netcheck"])
            let steps = lines.compactMap { $0.text("step") }
            #expect(steps.starts(with: ["server", "webSocket", "relayUDP", "relayTCP"]))
            let report = try #require(lines.last).decoded(as: NetworkReport.self)
            #expect(report.server.isReached && report.webSocket.isReached && report.carriesCalls)
            #expect(report.relays.prefix(2).map(\.reach.isReached) == [true, true])
            #expect(report.candidates == ["host", "srflx", "relay"] && report.measuredOver == .udp)
            #expect(report.loss ?? 1 < 0.1 && report.up?.bitsPerSecond ?? 0 > 200_000)
            #expect(report.down?.bitsPerSecond ?? 0 > 200_000)
            let log = try String(contentsOfFile: stage.directory + "/server/log/coturn.log", encoding: .utf8)
            let (made, given) = ("ALLOCATE processed, success", "lifetime=0")
            #expect(log.components(separatedBy: made).count == log.components(separatedBy: given).count)
        }
    }

    /// A setting that coturn was started with.
    private static func setting(_ name: String, _ stage: Stage) throws -> String {
        let text = try String(contentsOfFile: stage.directory + "/server/run/coturn.conf", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
        return try String(#require(line?.dropFirst(name.count + 1)))
    }

    @Test("if UDP is blocked, the throughput of TCP is measured")
    func streams() async throws {
        try await onStage("streams") { stage, _ in
            let (port, secret) = (
                try #require(Int(Self.setting("listening-port", stage))),
                try Self.setting("static-auth-secret", stage)
            )
            let now = Timestamp(Date())
            let (username, password) = TURNCredentials(secret: secret).issue(
                to: DeviceIdentity(user: 7, device: 7), at: now)
            let check = RelayCheck(
                [
                    TURNURI(host: Stage.mediaAddress, port: port, transport: .tcp),
                    TURNURI(host: Stage.mediaAddress, port: 9, transport: .udp),
                ], username: username, password: password)
            let server = NetworkReport.Reach(isReached: true)
            let report = await check.run(NetworkReport(server: server, webSocket: server)) { _ in }
            #expect(report.measuredOver == .tcp && report.loss == nil && report.carriesCalls)
            #expect(report.up?.bitsPerSecond ?? 0 > 200_000 && report.down?.bitsPerSecond ?? 0 > 200_000)
            #expect(report.candidates == ["host", "relay"])
            let advice = NetworkAdvice.sentences(for: report).first
            #expect(advice?.hasPrefix("UDP doesn’t get through, so calls use TCP and may stutter.") == true)
        }
    }

    @Test("a relay that refuses or is absent is reported as such")
    func refused() async throws {
        try await onStage("refused") { stage, _ in
            let port = try #require(Int(Self.setting("listening-port", stage)))
            let check = RelayCheck(
                [
                    TURNURI(host: Stage.mediaAddress, port: port, transport: .udp),
                    TURNURI(isSecure: true, host: Stage.mediaAddress, port: port, transport: nil),
                    TURNURI(host: Stage.mediaAddress, port: 9, transport: .tcp),
                ], username: "1:x", password: "wrong")
            let report = await check.run(NetworkReport(server: .init(isReached: true))) { _ in }
            #expect(
                report.relays.map(\.reach.problem) == [
                    "it refuses the credentials", "no connection", "it refuses the credentials", "no answer",
                ])
            #expect(report.bestRelay == nil && report.candidates == ["host"] && report.up == nil)
        }
    }
}
