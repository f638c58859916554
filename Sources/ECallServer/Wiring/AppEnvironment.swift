import HummingbirdCore
import Notifications
import ServerFoundation

/// The dependencies that tests replace: the time, the delivery of messages, and everything about calls.
struct AppEnvironment: Sendable {
    var clock: WallClock
    /// A monotonic clock against which the other is checked; nil trusts the other.
    var uptime: (@Sendable () -> Duration)?
    /// Whether a time server synchronizes the clock.
    var isSynchronized: @Sendable () -> Bool = { SystemClock.isSynchronized }
    /// Whether a start may create a server where there is none.
    var firstStart = FirstStart.allowed
    /// SIGHUP; nil ignores the signal.
    var reloadRequests: AsyncStream<Void>?
    /// Used if there are no `providers`.
    var messages: any MessageSender = NoMessageProvider()
    var push: any PushDelivery = NoPushService()
    /// Makes the configured providers.
    var providers: (@Sendable (ProviderDependencies) throws -> ProviderParts)?
    var callParts: @Sendable (CallDependencies) async throws -> CallParts
    /// Wraps the server's database.
    var database: @Sendable (any Database) -> any Database = { $0 }

    static func production(
        _ settings: ServerSettings, firstStart: FirstStart, console: @escaping @Sendable (String) -> Void
    ) -> Self {
        Self(
            clock: .system, uptime: SystemClock.uptime, firstStart: firstStart,
            providers: { try ProviderAssembly.make($0, console: console) },
            callParts: { try await CallAssembly.start($0).parts })
    }

    /// The providers, or what a test put in their place.
    func parts(_ dependencies: ProviderDependencies) throws -> ProviderParts {
        try providers?(dependencies) ?? ProviderParts(messages: messages, push: push)
    }
}
