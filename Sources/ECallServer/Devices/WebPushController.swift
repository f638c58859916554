import ECallAPI
import Notifications
import ServerFoundation

/// `GET /push/key`, `PUT` and `DELETE /push/subscription` (wire-protocol 7.4): for the calling device alone.
struct WebPushController {
    let subscriptions: WebPushSubscriptions
    /// nil disables Web Push.
    let registration: WebPushRegistration?
    let clock: WallClock

    func addRoutes(to api: APIRouter) {
        api.on(.webPushKey, use: key)
        api.on(.setWebPushSubscription, use: set)
        api.on(.removeWebPushSubscription, use: remove)
    }

    @Sendable func key(context: AppRequestContext) async throws -> WebPushKey {
        let caller = try context.requireIdentity()
        guard let registration else { return WebPushKey(publicKey: nil) }
        let hasEnded = try await subscriptions.hasEnded(of: caller)
        return WebPushKey(publicKey: registration.key.publicKey, hasEnded: hasEnded ? true : nil)
    }

    /// Whether the host resolves to a public address is checked when a push is sent, because DNS answers change.
    @Sendable func set(body: WebPushSubscriptionRequest, context: AppRequestContext) async throws -> StatusResponse {
        let caller = try context.requireIdentity()
        guard let registration else {
            throw APIFailure(.pushNotificationFailed, "This server does not send notifications")
        }
        guard
            let subscription = WebPushSubscription(
                endpoint: body.endpoint, publicKey: body.keys.p256dh, secret: body.keys.auth)
        else { throw APIFailure(.pushNotificationFailed, "The subscription is not valid") }
        guard registration.client.mayAsk(subscription.endpoint) else {
            throw APIFailure(.pushNotificationFailed, "The push service does not have a public address")
        }
        try await subscriptions.put(subscription, of: caller, at: clock.now())
        return StatusResponse()
    }

    @Sendable func remove(context: AppRequestContext) async throws -> StatusResponse {
        try await subscriptions.remove(of: try context.requireIdentity())
        return StatusResponse()
    }
}
