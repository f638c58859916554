import ECallAPI
import Janus
package import Logging
package import NIOCore
import ServerFoundation
import ServiceLifecycle

/// Keeps the state of Janus and of this server consistent after a restart of either.
package struct JanusReconciler: Service, Confidential {
    package let events: AsyncStream<MediaServers.JanusEvent>
    package let control: JanusControl
    package let admin: JanusAdmin
    package let secrets: JanusSecrets
    package let rooms: RoomRegistry
    package let sessions: JanusSessionRegistry
    package let readiness: JanusReadiness
    package let refusals = JanusRefusals()
    /// The time within which sessions left by an earlier server can be claimed.
    package let claimTime: Duration
    /// Whether sessions of connections without credentials are kept, because such connections are accepted.
    package let takesStockClients: Bool
    package let report: @Sendable (JanusFeedEvent) -> Void
    package let logger: Logger

    package init(
        _ media: MediaServers, rooms: RoomRegistry, sessions: JanusSessionRegistry = JanusSessionRegistry(),
        claimTime: TimeAmount, takesStockClients: Bool,
        report: @escaping @Sendable (JanusFeedEvent) -> Void, logger: Logger
    ) {
        (events, control, admin, secrets) = (media.janusEvents, media.control, media.admin, media.janus.secrets)
        (self.sessions, readiness) = (sessions, JanusReadiness())
        (self.rooms, self.report, self.logger) = (rooms, report, logger)
        self.takesStockClients = takesStockClients
        self.claimTime = .nanoseconds(claimTime.nanoseconds)
    }

    /// Makes clients wait, and drops the sessions that Janus has lost.
    package func janusEnded() {
        readiness.close()
        for session in sessions.removeUnclaimed() { reportGone(session.feeds) }
    }

    /// Recreates the rooms of running calls under the same numbers, and only then lets clients in.
    package func janusRestarted() async {
        do {
            try await control.createRooms(rooms.claimed)
        } catch {
            logger.error("The rooms of calls could not be made again in Janus.")
        }
        readiness.open()
    }

    /// Reconciles once after the server's start; `rooms` knows those of the continuing calls.
    ///
    /// Creates missing rooms. Destroys rooms and sessions that belong to no call. Keeps sessions of devices in calls to be
    /// claimed, and reports their feeds.
    package func settle() async {
        defer { readiness.open() }
        do {
            let known = Set(rooms.claimed.compactMap { $0.room.map { RoomID($0) } })
            let found = Set(try await admin.rooms())
            try await control.createRooms(rooms.claimed.filter { $0.room.map { !found.contains(RoomID($0)) } ?? false })
            for room in found.subtracting(known) {
                try await control.destroyRoom(room.rawValue, secret: secrets.creation(of: room).secret)
            }
            // Sessions with a named owner come first, so that no other is mistaken for theirs.
            let left = try await admin.sessions().sorted { $0.isOwned && !$1.isOwned }
            try await admin.destroy(sessions: left.filter { !keep($0) }.map(\.id))
        } catch {
            logger.error("What an earlier server left in Janus could not be looked at.")
        }
    }

    /// Whether the session belongs to a device in a call; if so, the device may claim it.
    private func keep(_ session: JanusAdmin.Session) -> Bool {
        guard takesStockClients || session.isOwned else { return false }
        var (owner, feeds): (DeviceIdentity?, [UInt64: PublishedFeed]) = (nil, [:])
        for handle in session.handles {
            guard let publisher = handle.publisher else { continue }
            let user = handle.owner?.user ?? publisher.user
            guard let user, let device = rooms.device(of: user, in: publisher.room),
                handle.owner.map({ $0.device == device }) ?? !rooms.isIdentified(user, in: publisher.room)
            else { continue }
            let identity = DeviceIdentity(user: user, device: device)
            owner = owner ?? identity
            feeds[handle.id] = PublishedFeed(feed: publisher.feed, room: publisher.room, identity: identity)
            if handle.owner != nil { rooms.identify(identity, in: publisher.room) }
        }
        // A device may receive in one session and publish in another.
        guard let owner = owner ?? session.handles.lazy.compactMap(\.owner).first(where: { rooms.isInCall($0) }) else {
            return false
        }
        let places = session.handles.compactMap { handle in handle.room.map { (handle.id, $0.rawValue) } }
        sessions.restore(
            session.id, owner, handles: Set(session.handles.map(\.id)), rooms: Dictionary(places) { $1 }, feeds: feeds)
        for (handle, feed) in feeds {
            report(.published(feed.feed, feed.room, feed.identity))
            let isUp = session.handles.contains { $0.id == handle && $0.connection != nil }
            if isUp { report(.media(feed.feed, feed.room, feed.identity)) }
        }
        return true
    }

    /// Follows Janus' restarts; once, destroys unclaimed sessions of an earlier server after the claim time.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await follow() }
                group.addTask {
                    guard (try? await Task.sleep(for: claimTime)) != nil else { return }
                    await endUnclaimed()
                }
            }
        }
        try? await gracefulShutdown()
    }

    private func follow() async {
        for await event in events {
            switch event {
            case .ended: janusEnded()
            case .restarted: await janusRestarted()
            }
        }
    }

    package func endUnclaimed() async {
        let unclaimed = sessions.removeUnclaimed()
        for session in unclaimed { reportGone(session.feeds) }
        do {
            try await admin.destroy(sessions: unclaimed.map(\.id))
        } catch {
            logger.error("Sessions that nobody claimed could not be ended in Janus.")
        }
    }

    private func reportGone(_ feeds: [PublishedFeed]) {
        for feed in feeds { report(.gone(feed.feed, feed.room, feed.identity)) }
    }
}
