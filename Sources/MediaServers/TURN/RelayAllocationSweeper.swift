package import ECallAPI
package import Logging
import ServerFoundation
import ServiceLifecycle

/// Ends the allocations of devices that were signed out or suspended. coturn refreshes an allocation as long as its client
/// asks, even if the credential that created it has expired.
package struct RelayAllocationSweeper: Service {
    /// The interval of checks, by which such an allocation ends within a minute.
    package static let interval = Duration.seconds(15)

    private let console: @Sendable () -> CoturnConsole
    private let signedIn: @Sendable (Set<DeviceIdentity>) async throws -> Set<DeviceIdentity>
    private let logger: Logger
    private let interval: Duration

    /// - Parameters:
    ///   - console: the console of the running coturn.
    ///   - signedIn: the devices that are signed in and whose accounts are not suspended.
    package init(
        console: @escaping @Sendable () -> CoturnConsole,
        signedIn: @escaping @Sendable (Set<DeviceIdentity>) async throws -> Set<DeviceIdentity>, logger: Logger,
        interval: Duration = RelayAllocationSweeper.interval
    ) {
        (self.console, self.signedIn, self.logger, self.interval) = (console, signedIn, logger, interval)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil {
                do {
                    try await look()
                } catch {
                    // coturn may be restarting; the next check sees the new state.
                    if !Task.isCancelled { logger.debug("The allocations of coturn could not be looked at.") }
                }
            }
        }
    }

    /// Ends such allocations. Returns how many.
    @discardableResult package func look() async throws -> Int {
        let ended = try await console().end { [signedIn] allocations in
            try await Self.over(allocations, signedIn)
        }
        if ended > 0 {
            logger.notice("Allocations of devices that are not signed in were ended.", metadata: ["count": "\(ended)"])
        }
        return ended
    }

    /// Allocations of devices that are not signed in, and those with a user name that this server did not issue.
    static func over(
        _ allocations: [RelayAllocation],
        _ signedIn: (Set<DeviceIdentity>) async throws -> Set<DeviceIdentity>
    ) async throws -> [RelayAllocation] {
        let named = allocations.map { ($0, TURNUserName($0.username)?.identity) }
        let devices = Set(named.compactMap(\.1))
        let good = devices.isEmpty ? [] : try await signedIn(devices)
        return named.filter { _, identity in identity.map { !good.contains($0) } ?? true }.map(\.0)
    }
}
