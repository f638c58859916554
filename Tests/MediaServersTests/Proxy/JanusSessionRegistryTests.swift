import ECallAPI
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import MediaServers

/// The connection that owns a session in Janus, and the devices that may claim it (wire-protocol 6.2).
@Suite("Sessions in Janus and their connections", .timeLimit(.minutes(1)))
struct JanusSessionRegistryTests {
    private let sessions = JanusSessionRegistry()
    private let feed = PublishedFeed(feed: 5, room: 77, identity: Cast.alice)

    @Test("a session belongs to its device; what it publishes moves with it when it is claimed")
    func claimed() {
        let (first, second) = (sessions.newConnection(), sessions.newConnection())
        #expect(first != second)
        #expect(sessions.take(900, by: first, Cast.alice).isEmpty)
        sessions.update(900, by: first, handles: [1, 2], rooms: [1: 77, 3: 78], feeds: [1: feed])
        #expect(sessions.sessions(of: Cast.alice) == [900: [1, 2]])
        #expect(sessions.rooms(of: Cast.alice) == [1: 77])
        for other in [Cast.alice2, Cast.bob] {
            #expect(sessions.sessions(of: other).isEmpty && sessions.rooms(of: other).isEmpty)
        }
        #expect(sessions.take(900, by: second, Cast.alice) == [1: feed])
        // The former connection cannot change it any more, nor end it.
        sessions.update(900, by: first, handles: [], rooms: [:], feeds: [:])
        #expect(!sessions.remove(900, of: first))
        #expect(sessions.sessions(of: Cast.alice) == [900: [1, 2]])
        #expect(sessions.remove(900, of: second))
        #expect(sessions.sessions(of: Cast.alice).isEmpty)
    }

    @Test("naming another device's session has no effect")
    func foreign() {
        let (hers, his) = (sessions.newConnection(), sessions.newConnection())
        _ = sessions.take(900, by: hers, Cast.alice)
        sessions.update(900, by: hers, handles: [1], rooms: [1: 77], feeds: [1: feed])
        #expect(sessions.take(900, by: his, Cast.bob).isEmpty)
        #expect(sessions.rooms(of: Cast.bob).isEmpty)
    }

    @Test(
        "sessions of an earlier server wait for their device; unclaimed ones are reported with what they publish")
    func restored() {
        for (session, identity) in [(900, Cast.alice), (901, Cast.bob)] as [(UInt64, DeviceIdentity)] {
            sessions.restore(session, identity, handles: [1], rooms: [1: 77], feeds: [1: feed])
        }
        #expect(sessions.take(900, by: sessions.newConnection(), Cast.alice) == [1: feed])
        let removed = sessions.removeUnclaimed()
        #expect(removed.map(\.id) == [901] && removed.first?.feeds == [feed])
        #expect(sessions.sessions(of: Cast.bob).isEmpty && sessions.sessions(of: Cast.alice) == [900: [1]])
    }

    @Test("connections are limited per device")
    func connections() {
        for _ in 0..<JanusSessionRegistry.connectionLimit { #expect(sessions.enter(Cast.alice)) }
        #expect(!sessions.enter(Cast.alice) && sessions.enter(Cast.alice2))
        sessions.leave(Cast.alice)
        #expect(sessions.enter(Cast.alice) && !sessions.enter(Cast.alice))
    }

    @Test(
        "a connection that arrives while Janus is away waits for the next opening; one that led nowhere is not offered again"
    )
    func gate() throws {
        let (gate, loop) = (JanusReadiness(), EmbeddedEventLoop())
        let deadline = NIODeadline.uptimeNanoseconds(0) + .seconds(10)
        func ask(after earlier: UInt64 = 0) -> EventLoopFuture<UInt64> {
            gate.opening(after: earlier, on: loop, until: deadline)
        }
        let early = ask()
        #expect(!early.isFulfilled)
        gate.open()
        #expect(try early.wait() == 1)
        #expect(try ask().wait() == 1)
        // Janus was reached through the first opening, and had died.
        let again = ask(after: 1)
        #expect(!again.isFulfilled)
        gate.close()
        let late = ask()
        #expect(!late.isFulfilled)
        gate.open()
        #expect(try again.wait() == 2)
        #expect(try late.wait() == 2)
        gate.close()
        let vain = ask()
        loop.advanceTime(to: deadline)
        #expect(throws: JanusReadiness.Failure.self) { try vain.wait() }
    }
}

extension EventLoopFuture where Value == UInt64 {
    /// Whether there is an answer already.
    fileprivate var isFulfilled: Bool {
        let answer = Shelf<Bool>()
        whenComplete { _ in answer.put(true) }
        return answer.item ?? false
    }
}
