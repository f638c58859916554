import Processes
import Testing

@testable import ECallCore
@testable import ECallDemonstration

@Suite("Changes of the network", .timeLimit(.minutes(1)))
struct NetworkChangeTests {
    /// 003-19
    @Test("the system reports added and removed addresses, and the default route")
    func reports() async throws {
        // Fails if the network is not the test's own to change.
        try Stage("network-change").clear()
        let changes = NetworkChange.reports()
        try await ip("address", "add", "10.78.0.9/24", "dev", "v1")
        try await ip("route", "add", "default", "via", "10.78.0.1")
        try await ip("address", "add", "2001:db8:78::9/64", "dev", "v1", "nodad")
        // Addresses of this machine or of one link only: no one is reached from them.
        try await ip("address", "add", "127.0.0.9/32", "dev", "lo", "scope", "host")
        try await ip("address", "del", "127.0.0.9/32", "dev", "lo")
        try await ip("route", "del", "default", "via", "10.78.0.1")
        try await ip("address", "del", "2001:db8:78::9/64", "dev", "v1")
        try await ip("address", "del", "10.78.0.9/24", "dev", "v1")
        let expected: [NetworkChange] = [
            .addressAdded("10.78.0.9"), .routeChanged, .addressAdded("2001:db8:78::9"), .routeChanged,
            .addressRemoved("2001:db8:78::9"), .addressRemoved("10.78.0.9"),
        ]
        let reported = try await within(.seconds(10), "the reports of the system") {
            var reported: [NetworkChange] = []
            for await change in changes {
                reported.append(change)
                if change == expected.last { break }
            }
            return reported
        }
        #expect(reported == expected)
    }

    private func ip(_ arguments: String...) async throws {
        let process = try PipedProcess("ip", "/usr/sbin/ip", arguments)
        guard await process.waitForExit() == 0 else {
            throw DemoFailure("ip \(arguments.joined(separator: " ")): \(process.diagnostics.joined(separator: " "))")
        }
    }
}
