import HummingbirdCore

/// What a test replaces: the time, the way messages go out, and everything about calls.
struct AppEnvironment: Sendable {
    var clock: WallClock
    var messages: any MessageSender
    var push: any PushDelivery = NoPushService()
    var callParts: @Sendable (CallDependencies) async throws -> CallParts

    static func production(_ settings: ServerSettings, console: @escaping @Sendable (String) -> Void) -> Self {
        let outbox = OutboxSender(
            directory: settings.dataDirectory + "/outbox", clock: .system, console: console)
        return Self(
            clock: .system, messages: settings.isDevelopment ? outbox : NoMessageProvider(),
            callParts: { try await CallAssembly.start($0, announce: console).parts })
    }
}
