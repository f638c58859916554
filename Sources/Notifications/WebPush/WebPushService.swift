package import ECallAPI
package import Logging
package import ServerFoundation

/// Delivers messages to browsers whose page is closed: rings, their ends, and friend requests.
///
/// Rings and the rest have separate queues, so that queued messages never delay a ring. In each, a push service, and a
/// person who may have named a slow one, has only a share of the attempts.
package struct WebPushService: PushDelivery {
    /// The time for which a device rings, in seconds: as long as a call does.
    package static let ringLifetime = 60
    /// The time for which a push service keeps the message that a ring was answered elsewhere, in seconds: until the ring
    /// would have ended anyway.
    package static let overLifetime = 60
    /// The time for which the end of a ring is retried, in seconds.
    private static let endTries = 300

    private struct Item: Sendable {
        let message: WebPushMessage
        let target: WebPushTarget
        let expiresAt: Timestamp
        /// The ring that the message belongs to.
        let ring: WebPushRings.Number?
    }

    private let subscriptions: WebPushSubscriptions
    private let rings = WebPushRings()
    private let calls: DeliveryQueue<Item>
    private let others: DeliveryQueue<Item>
    private let limits: DeliveryLimits
    private let clock: WallClock
    private let logger: Logger

    package init(
        client: WebPushClient, database: any Database, limits: DeliveryLimits, clock: WallClock, logger: Logger
    ) {
        let subscriptions = WebPushSubscriptions(database: database)
        let complaints = WebPushComplaints(logger: logger)
        let rings = rings
        let attempt = { @Sendable (item: Item) async -> DeliveryAttempt in
            let send = { @Sendable in await Self.send(item, client, subscriptions, complaints, at: clock.now()) }
            guard let number = item.ring, let call = item.message.call else { return await send() }
            return await rings.say(
                Self.key(call, item.target.device), number, isEnd: item.message.isEndOfRing, send) ?? .needless
        }
        var limits = limits
        limits.concurrency *= 16
        limits.capacity *= 4
        self.limits = limits
        calls = DeliveryQueue(
            .webPushCalls, limits: limits, isOne: false, clock: clock, logger: logger, attempt: attempt)
        others = DeliveryQueue(.webPush, limits: limits, isOne: false, clock: clock, logger: logger, attempt: attempt)
        (self.subscriptions, self.clock, self.logger) = (subscriptions, clock, logger)
    }

    package var meters: [DeliveryProvider: DeliveryMeter] { [.webPushCalls: calls.meter, .webPush: others.meter] }
    package var stops: [@Sendable () async -> Void] { [calls, others].map { queue in { await queue.stop() } } }

    // MARK: - Handing over

    package func ring(_ push: VoIPPush, device: DeviceIdentity) async {
        await prepare {
            guard let target = try await subscriptions.target(of: device) else { return }
            let (now, key) = (clock.now(), Self.key(push.callID, device))
            let endsAt = now.advanced(bySeconds: Self.ringLifetime)
            let number = await rings.begin(key, caller: push.caller, until: endsAt, at: now)
            await hand(
                .ring(push.callID, caller: push.caller, invite: push.invite, endsAt: endsAt), to: target,
                until: endsAt, ring: number)
        }
    }

    package func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {
        let key = Self.key(call, device)
        guard let ring = await rings.end(key) else { return }
        switch end {
        case .elsewhere where !ring.wasTried: await calls.withdraw(key)
        case .elsewhere: await sayEnd(.over(call), ring.number, device, lifetime: Self.overLifetime)
        case .missed:
            await sayEnd(
                .missed(call, caller: ring.caller), ring.number, device, lifetime: WebPushMessage.quietLifetime)
        }
    }

    private func sayEnd(
        _ message: WebPushMessage, _ ring: WebPushRings.Number, _ device: DeviceIdentity, lifetime: Int
    ) async {
        await prepare {
            guard let target = try await subscriptions.target(of: device) else { return }
            await hand(message, to: target, until: clock.now().advanced(bySeconds: lifetime), ring: ring)
        }
    }

    package func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {
        let message: WebPushMessage
        switch alert {
        case .newFriendRequest: message = .friendRequest
        case .acceptFriendRequest: message = .friendAccepted
        // The page shows these when it is opened; a notification without a required action is a nuisance.
        case .warningLogin, .userInfoUpdate: return
        }
        await prepare {
            let now = clock.now()
            for target in try await subscriptions.targets(of: user, except: device, at: now) {
                await hand(message, to: target, until: now.advanced(bySeconds: WebPushMessage.quietLifetime))
            }
        }
    }

    private func prepare(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            logger.error("A Web Push could not be prepared.", metadata: ["error": "\(type(of: error))"])
        }
    }

    private func hand(
        _ message: WebPushMessage, to target: WebPushTarget, until expiresAt: Timestamp,
        ring: WebPushRings.Number? = nil
    ) async {
        let item = Item(message: message, target: target, expiresAt: expiresAt, ring: ring)
        let lastTry = ring == nil ? expiresAt : min(expiresAt, clock.now().advanced(bySeconds: Self.endTries))
        // The queue counts what it refuses.
        try? await (message.call == nil ? others : calls).submit(
            item, key: message.call.map { Self.key($0, target.device) }, lanes: lanes(of: target), expiresAt: lastTry)
    }

    /// A slow push service may serve many people; a person who names a slow one on purpose gets a smaller share.
    private func lanes(of target: WebPushTarget) -> [DeliveryLane] {
        [
            DeliveryLane(
                "host " + target.subscription.endpoint.host, concurrency: max(1, limits.concurrency / 4),
                capacity: max(1, limits.capacity / 2)),
            DeliveryLane(
                "user \(target.device.user)", concurrency: max(1, limits.concurrency / 16),
                capacity: max(1, limits.capacity / 64)),
        ]
    }

    private static func key(_ call: CallID, _ device: DeviceIdentity) -> String {
        "\(call) \(device.user) \(device.device)"
    }

    // MARK: - Trying

    private static func send(
        _ item: Item, _ client: WebPushClient, _ subscriptions: WebPushSubscriptions, _ complaints: WebPushComplaints,
        at now: Timestamp
    ) async -> DeliveryAttempt {
        // The device may have signed out, or subscribed again, while the message was queued.
        guard (try? await subscriptions.isCurrent(item.target)) == true else { return .needless }
        switch await client.send(item.message, to: item.target.subscription, expiresAt: item.expiresAt) {
        case .sent: return .delivered
        case .failed(let failure, let code):
            if failure == .misconfigured, let code {
                complaints.add(code, host: item.target.subscription.endpoint.host, at: now)
            }
            return .failed(failure, code)
        case .gone(let code):
            try? await subscriptions.drop(item.target, at: now)
            return .failed(.refused, code)
        }
    }
}

extension WebPushMessage {
    fileprivate var isEndOfRing: Bool {
        switch self {
        case .missed, .over: true
        case .ring, .friendRequest, .friendAccepted: false
        }
    }
}
