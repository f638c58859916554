import ServiceLifecycle

/// Destroys rooms that no call was started in.
package struct RoomSweeper: Service {
    package let rooms: RoomRegistry
    package var interval = Duration.seconds(10)

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil { rooms.destroyUnclaimed() }
        }
    }

    package init(rooms: RoomRegistry, interval: Duration = .seconds(10)) {
        self.rooms = rooms
        self.interval = interval
    }
}
