import ECallCalls
import Foundation
import KeyDistribution
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Two command lines compare their numbers", .timeLimit(.minutes(3)), .serialized)
struct VerificationTests {
    private struct Comparison: Decodable {
        struct Device: Decodable {
            let digits: String
            let code: String
            let trust: DeviceTrust
        }
        let devices: [Device]
    }

    private struct Trust: Decodable {
        struct Entry: Decodable { let devices: [KnownDevice] }
        let people: [Entry]
    }

    private func shown(at person: Person, _ other: String) async throws -> Comparison.Device {
        let line = try #require(try await person.run(["verify", other]).last)
        return try #require(try line.decoded(as: Comparison.self).devices.first)
    }

    private func trust(at person: Person, _ other: String) async throws -> [KnownDevice] {
        let line = try #require(try await person.run(["trust", other]).last)
        return try #require(try line.decoded(as: Trust.self).people.first).devices
    }

    /// Starts real servers and makes a call.
    @Test(
        "both show one number and become verified, also during a call; a new device is held until it is let in anyway"
    )
    func verify() async throws {
        try await onStage("verify") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let (atAna, atBo) = (try await shown(at: ana, "Bo"), try await shown(at: bo, "Ana"))
            #expect(atAna.digits == atBo.digits && atAna.code != atBo.code)
            let wrong = String(atAna.digits.reversed())
            await #expect(throws: DemoFailure.self) { try await ana.run(["verify", "Bo", "--number", wrong]) }
            #expect(try await trust(at: ana, "Bo").map(\.trust) == [.new])
            try await ana.run(["verify", "Bo", "--number", atBo.digits])
            #expect(try await trust(at: ana, "Bo").map(\.trust) == [.verified])

            let listening = try bo.start(["listen", "--auto-answer=anyone", "--test-source", "2"])
            let boEvents = Events(listening)
            try await boEvents.wait(for: "listening", .seconds(30))
            let calling = Events(try ana.start(["call", "Bo", "--test-source", "1"]))
            #expect(try await calling.wait(for: "trust", .seconds(30)).text("trust") == "verified")
            #expect(try await boEvents.wait(for: "trust", .seconds(30)).text("trust") == "new")
            await boEvents.forget()
            try await bo.run(["verify", "Ana", "--code", atAna.code])
            #expect(try await boEvents.wait(for: "trust", .seconds(20)).text("trust") == "verified")
            let status = try #require(try await bo.run(["status", "--once"]).last).decoded(as: CallOverview.self)
            let device = try #require(status.devices.first)
            #expect(device.trust == .verified && device.canHear && device.isPostQuantum && device.name == "Ana")
            try await ana.run(["hangup"])
            listening.interrupt()
            _ = await listening.waitForExit()

            try await bo.run(["logout"])
            try await bo.signIn { try server.code(for: $0) }
            let held = try await trust(at: ana, "Bo")
            #expect(held.map(\.trust) == [.held(.newDevice)])
            let newDevice = try #require(held.first).device
            await #expect(throws: DemoFailure.self) {
                try await ana.run(["confirm", "Bo", "--device", "\(newDevice)"])
            }
            #expect(try await trust(at: ana, "Bo").map(\.trust) == [.held(.newDevice)], "Bo is verified")
            try await ana.run(["confirm", "Bo", "--device", "\(newDevice)", "--anyway"])
            #expect(try await trust(at: ana, "Bo").map(\.trust) == [.known])
            try await ana.run(["confirm", "Bo", "--device", "\(newDevice)", "--not-them"])
            #expect(try await trust(at: ana, "Bo").map(\.trust) == [.held(.refused)])
            try await report(ana, bo, server)
        }
    }

    /// Expects that the operator can read the reported person and the reason.
    private func report(_ ana: Person, _ bo: Person, _ server: DemoServer) async throws {
        await #expect(throws: DemoFailure.self) { try await ana.run(["report", "Nobody", "--reason", "spam"]) }
        try await ana.run(["report", "Bo", "--reason", "harassment", "--note", "Calls at night."])
        let reports = try PipedProcess(
            "reports", "\(Stage.binaries)/ecall-server", ["reports", "list", "--data", server.data, "--json"])
        defer { reports.interrupt() }
        let text = try await within(.seconds(30), "the list of reports") {
            await reports.lines.reduce(into: "") { $0 += $1 }
        }
        #expect(text.contains("harassment") && text.contains("Bo"), "\(text)")
    }
}
