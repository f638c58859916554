import ServiceLifecycle

/// Destroys rooms in which no call was started.
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
