import ECallAPI
import Testing

@testable import MediaServers

@Suite("Sweeping of TURN allocations", .timeLimit(.minutes(1)))
struct RelayAllocationSweeperTests {
    @Test("a user name contains the device, its account, and its expiry")
    func names() {
        let name = TURNUserName(DeviceIdentity(user: 17, device: 55), expiry: 1_795_951_306)
        #expect(name.text == "u17:1795951306:55" && TURNUserName(name.text) == name)
        let others = [
            "", "1795951306:55", "17:1795951306:55", "u17:1795951306", "u17:1795951306:55:1", "u017:1795951306:55",
            "u17:+1795951306:55", "u17: 1795951306:55", "u17:1795951306:", "v17:1795951306:55", "u17:1795951306:x",
        ]
        for text in others { #expect(TURNUserName(text) == nil, "\(text)") }
    }

    @Test("the console's list is parsed, ignoring unknown content")
    func list() {
        let answer = """

                1) id=001000000000000003, user <u18:1795951306:60>:\r
                  realm: ecall\r
                  client addr 127.0.0.1:38851, server addr 127.0.0.1:35478\r
            \r
                2) id=000000000000000001, user <a > b>:\r
                3) id=, user <x>:\r
                4) id=12x, user <x>:\r
                5) user <x>: id=1\r
              Total sessions: 5\r
            >\u{20}
            """
        #expect(
            RelayAllocation.all(in: answer) == [
                RelayAllocation(session: "001000000000000003", username: "u18:1795951306:60"),
                RelayAllocation(session: "000000000000000001", username: "a > b"),
            ])
    }

    @Test("allocations of signed-out devices end, and those with unissued names")
    func over() async throws {
        let names = ["u1:5:11", "u1:5:12", "u2:5:21", "guess", "u1:9:11"]
        let allocations = names.enumerated().map { RelayAllocation(session: "\($0.offset)", username: $0.element) }
        let over = try await RelayAllocationSweeper.over(allocations) { devices in
            #expect(devices.count == 3)
            return devices.filter { $0.device != 11 }
        }
        #expect(over.map(\.username) == ["u1:5:11", "guess", "u1:9:11"])
        let none = try await RelayAllocationSweeper.over([]) { _ in
            Issue.record("nobody was to be looked for")
            return []
        }
        #expect(none.isEmpty)
    }

    @Test(
        "an account gets its share of all allocations, and at least those of one call",
        arguments: [
            (49_152...53_247, 230), (49_152...65_535, 400), (40_000...40_063, 24), (40_000...40_000, 24),
        ])
    func shares(ports: ClosedRange<Int>, quota: Int) throws {
        let configuration = CoturnConfiguration(
            secret: "s", addresses: try #require(MediaAddresses(["10.0.0.5"])), port: 3478, relayPorts: ports,
            folder: "/nowhere", console: CoturnConsole.Access(port: 7, password: "abc"))
        #expect(configuration.quotaOfAccount == quota)
        let lines = configuration.text.split(separator: "\n")
        #expect(lines.contains("user-quota=\(quota)") && lines.contains("cli-ip=127.0.0.1"))
        #expect(
            CoturnConfiguration.console(in: configuration.text) == CoturnConsole.Access(port: 7, password: "abc"))
        #expect(!lines.contains("no-cli"))
    }
}
