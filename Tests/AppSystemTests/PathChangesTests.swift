import ECallCore
@_spi(Phone) import Network
import Testing

@testable import AppSystem

@Suite("Paths of the network", .serialized, .timeLimit(.minutes(1)))
struct PathChangesTests {
    @Test("each new path that reaches others is a change; the first path and unusable ones are not")
    func reports() async throws {
        let changes = PathChanges.reports()
        let monitor = try #require(NWPathMonitor.newest)
        for path in [
            NWPath(.satisfied), NWPath(.satisfied), NWPath(.satisfied, over: "pdp_ip0"), NWPath(.unsatisfied),
            NWPath(.requiresConnection), NWPath(.satisfied, over: "pdp_ip0"),
        ] {
            monitor.become(path)
        }
        // Nothing more is reported: the stream ends with the earlier reports.
        var reader = changes.makeAsyncIterator()
        #expect(await reader.next() == .routeChanged)
        #expect(await reader.next() == .routeChanged)
        let rest = Task { await reader.next() }
        rest.cancel()
        #expect(await rest.value == nil)
    }

    @Test("the availability of a path is reported at first and at each change")
    func presence() async throws {
        var presence = PathChanges.presence().makeAsyncIterator()
        let monitor = try #require(NWPathMonitor.newest)
        for status in [NWPath.Status.satisfied, .unsatisfied, .requiresConnection, .satisfied] {
            monitor.become(NWPath(status))
            #expect(await presence.next() == (status == .satisfied))
        }
    }

    @Test("the monitor stops with its reader")
    func stops() async throws {
        let reading = Task { for await _ in PathChanges.reports() {} }
        reading.cancel()
        await reading.value
        #expect(try #require(NWPathMonitor.newest).isCancelled)
    }
}
