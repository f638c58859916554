import HummingbirdCore
import Notifications
import ServerFoundation

/// What a test replaces: the time, the way messages go out, and everything about calls.
struct AppEnvironment: Sendable {
    var clock: WallClock
    /// A clock that nobody can set, by which the other is judged; nil believes the other.
    var uptime: (@Sendable () -> Duration)?
    /// Whether a time server sets the clock.
    var isSynchronized: @Sendable () -> Bool = { SystemClock.isSynchronized }
    /// Whether a server may begin where there is none.
    var firstStart = FirstStart.allowed
    /// SIGHUP; nil leaves the signal alone.
    var hangUps: AsyncStream<Void>?
    /// Where there are no `providers`.
    var messages: any MessageSender = NoMessageProvider()
    var push: any PushDelivery = NoPushService()
    /// The ways to reach people that the settings name.
    var providers: (@Sendable (ProviderDependencies) throws -> ProviderParts)?
    var callParts: @Sendable (CallDependencies) async throws -> CallParts
    /// What stands between the server and its database.
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
