import HummingbirdCore

/// What a test replaces: the time, the way messages go out, and everything about calls.
struct AppEnvironment: Sendable {
    var clock: WallClock
    var messages: any MessageSender
    var callParts: @Sendable (CallDependencies) -> CallParts

    static func production(_ settings: ServerSettings, console: @escaping @Sendable (String) -> Void) -> Self {
        let outbox = OutboxSender(
            directory: settings.dataDirectory + "/outbox", clock: .system, console: console)
        return Self(
            clock: .system, messages: settings.isDevelopment ? outbox : NoMessageProvider(),
            callParts: { _ in .none })
    }
}

extension CallParts {
    /// A server for accounts and contacts alone.
    static let none = CallParts(
        signals: NoSignals(), presence: NoSignals(), addRoutes: { _ in }, server: .http1(), services: [])
}
