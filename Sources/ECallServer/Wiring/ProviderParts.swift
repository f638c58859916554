import Logging
import Notifications
import ServerFoundation
import ServiceLifecycle

/// What ways to reach people are made from.
struct ProviderDependencies: Sendable, Confidential {
    let database: any Database
    let settings: ServerSettings
    let secrets: ServerSecrets
    let clock: WallClock
    let logger: Logger
}

/// What browsers need to subscribe, and which subscriptions are taken.
struct WebPushRegistration: Sendable {
    let key: VAPIDKey
    let client: WebPushClient
}

/// The ways to reach people who are not connected.
struct ProviderParts: Sendable {
    let messages: any MessageSender
    let push: any PushDelivery
    /// How browsers subscribe; nil is off.
    var webPush: WebPushRegistration?
    /// What runs as long as the server does.
    var services: [any Service] = []
    /// How delivering goes, at this moment.
    var counters: @Sendable () -> DeliveryCounters = { DeliveryCounters() }
}
