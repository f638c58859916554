import Logging
import Notifications
import ServerFoundation
import ServiceLifecycle

struct ProviderDependencies: Sendable, Confidential {
    let database: any Database
    let settings: ServerSettings
    let secrets: ServerSecrets
    let clock: WallClock
    let logger: Logger
}

/// The data that browsers need to subscribe, and the client that validates subscriptions.
struct WebPushRegistration: Sendable {
    let key: VAPIDKey
    let client: WebPushClient
}

/// The channels to people who are not connected.
struct ProviderParts: Sendable {
    let messages: any MessageSender
    let push: any PushDelivery
    /// The registration of browsers; nil disables Web Push.
    var webPush: WebPushRegistration?
    var services: [any Service] = []
    var counters: @Sendable () -> DeliveryCounters = { DeliveryCounters() }
}
