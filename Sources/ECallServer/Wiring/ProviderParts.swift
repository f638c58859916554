import Logging
import Notifications
import ServerFoundation
import ServiceLifecycle

/// What ways to reach people are made from.
struct ProviderDependencies: Sendable {
    let database: any Database
    let settings: ServerSettings
    let clock: WallClock
    let logger: Logger
}

/// The ways to reach people who are not connected.
struct ProviderParts: Sendable {
    let messages: any MessageSender
    let push: any PushDelivery
    /// What runs as long as the server does.
    var services: [any Service] = []
    /// How delivering goes, at this moment.
    var counters: @Sendable () -> DeliveryCounters = { DeliveryCounters() }
}
