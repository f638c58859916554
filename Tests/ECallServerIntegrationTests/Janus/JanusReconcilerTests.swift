import ECallAPI
import Foundation
import Janus
import NIOCore
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import ServerFoundation

/// A server started beside a Janus with rooms and sessions, with restored calls.
@Suite("Janus after a restart of the server", .timeLimit(.minutes(1)), .serialized)
struct JanusReconcilerTests {
    /// Another reconciler beside the same Janus: the state of a new server with restored calls.
    private struct Successor {
        let rooms: RoomRegistry
        let reconciler: JanusReconciler
        let reports: AsyncStream<JanusFeedEvent>

        init(_ server: CallServer, takesStockClients: Bool = false) {
            let (reports, queue) = AsyncStream<JanusFeedEvent>.makeStream()
            let media = server.calls.media
            rooms = RoomRegistry(
                secrets: media.janus.secrets, now: WallClock.system.now, tokenTime: WallClock.system.now,
                ended: { _, _ in })
            reconciler = JanusReconciler(
                media, rooms: rooms, claimTime: .seconds(30), takesStockClients: takesStockClients,
                report: { queue.yield($0) },
                logger: server.app.log.logger)
            self.reports = reports
        }
    }

    @Test(
        "rooms of calls stay, others end, missing ones are created; publishers are known and can claim their sessions")
    func settles() async throws {
        try await CallServer.run(configure: { $0.media.takesStockClients = true }) { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (call, room, hers) = try await server.ringing(alice, bob)
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            // The stock client, without credentials.
            let unknown = try await TestJanus.connect(server.port)
            _ = try await server.session(bob)
            let idle = try await TestJanus.connect(server.port, bearer: bob.accessToken)
            let stray = try await hers.createRoom()
            #expect(try await hers.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
            #expect(try await unknown.join(room, as: bob.id).contains("\"videoroom\":\"joined\""))

            let next = Successor(server, takesStockClients: true)
            let missing = RoomID.random()
            next.rooms.restore(missing, creator: alice.identity, members: [:])
            next.rooms.restore(
                room, creator: alice.identity, members: [alice.id: alice.device, bob.id: bob.device])
            await next.reconciler.settle()

            #expect(Set(try await next.reconciler.admin.rooms()) == [room, missing])
            #expect(try await server.calls.media.control.exists(room: stray.rawValue) == false)
            let sessions = next.reconciler.sessions
            #expect(sessions.sessions(of: alice.identity) == [hers.session: [hers.handle]])
            #expect(
                sessions.sessions(of: bob.identity)
                    == [unknown.session: [unknown.handle], idle.session: [idle.handle]])
            var published: [JanusFeedEvent] = []
            for await report in next.reports {
                published.append(report)
                if published.count == 2 { break }
            }
            let feed = try await server.feed(of: alice, in: call)
            #expect(published.contains(.published(try #require(feed), room, alice.identity)))
            // A participant who joined with credentials is not replaced by one without.
            #expect(next.rooms.isIdentified(alice.id, in: room) && !next.rooms.isIdentified(bob.id, in: room))
            #expect(next.rooms.access(to: room, for: .device(alice.identity)) != nil)

            // One is claimed; the others end.
            #expect(sessions.take(hers.session, by: 1, alice.identity)[hers.handle]?.feed == feed)
            await next.reconciler.endUnclaimed()
            #expect(try await next.reconciler.admin.sessions().map(\.id) == [hers.session])
            #expect(sessions.sessions(of: bob.identity).isEmpty)
        }
    }

    @Test("sessions of connections without credentials do not stay if such are not accepted")
    func unowned() async throws {
        try await CallServer.run(configure: { $0.media.takesStockClients = true }) { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (call, room, hers) = try await server.ringing(alice, bob)
            try await server.app.call(.joinCall, id: call.rawValue, as: bob).expectOK()
            _ = try await server.session(bob)
            let unknown = try await TestJanus.connect(server.port)
            #expect(try await hers.join(room, as: alice.id).contains("\"videoroom\":\"joined\""))
            #expect(try await unknown.join(room, as: bob.id).contains("\"videoroom\":\"joined\""))
            let next = Successor(server)
            next.rooms.restore(room, creator: alice.identity, members: [alice.id: alice.device, bob.id: bob.device])
            #expect(Set(try await next.reconciler.admin.sessions().map(\.id)) == [hers.session, unknown.session])
            await next.reconciler.settle()
            #expect(try await next.reconciler.admin.sessions().map(\.id) == [hers.session])
        }
    }

    @Test("a room of the same number has the same pin and secret, whoever creates it")
    func restoresAccess() async throws {
        try await CallServer.run { server in
            let next = Successor(server)
            let (user, device, room) = (UserID.random(), DeviceID.random(), RoomID.random())
            next.rooms.restore(
                room, creator: DeviceIdentity(user: user, device: device), members: [user: device])
            await next.reconciler.settle()
            let creation = server.calls.media.janus.secrets.creation(of: room)
            #expect(
                next.rooms.access(to: room, for: .device(DeviceIdentity(user: user, device: device)))?.pin
                    == creation.pin)
            try await server.calls.media.control.destroyRoom(room.rawValue, secret: creation.secret)
            #expect(try await next.reconciler.admin.rooms().isEmpty)
        }
    }
}
