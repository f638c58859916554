package import ECallAPI
package import Logging
package import ServerFoundation

/// Delivers pushes to Apple's service, and in development to the outbox. Rings and alerts have separate queues, so that
/// queued alerts never delay a ring.
package struct PushService: PushDelivery {
    /// The time in seconds for which a ring is retried, and kept by Apple for an offline device: less than a call rings.
    package static let ringLifetime = 45
    package static let alertLifetime = 86_400
    /// The topic in the outbox if no app is configured.
    package static let exampleBundleID = "org.ecall.app"

    private let tokens: PushTokens
    private let outbox: OutboxSender?
    private let bundleID: String
    private let rings: DeliveryQueue<Push>?
    private let alerts: DeliveryQueue<Push>?
    private let limits: DeliveryLimits
    private let clock: WallClock
    private let logger: Logger

    package init(
        client: APNsClient?, outbox: OutboxSender?, database: any Database, limits: DeliveryLimits, clock: WallClock,
        logger: Logger
    ) {
        let tokens = PushTokens(database: database)
        self.tokens = tokens
        self.outbox = outbox
        self.clock = clock
        self.logger = logger
        bundleID = client?.bundleID ?? Self.exampleBundleID
        let attempt = client.map { client in { @Sendable push in await Self.attempt(push, client, tokens) } }
        var limits = limits
        limits.concurrency *= 4
        self.limits = limits
        rings = attempt.map {
            DeliveryQueue(.voip, limits: limits, clock: clock, logger: logger, attempt: $0)
        }
        alerts = attempt.map {
            DeliveryQueue(.alert, limits: limits, clock: clock, logger: logger, attempt: $0)
        }
    }

    package var meters: [DeliveryProvider: DeliveryMeter] {
        var meters: [DeliveryProvider: DeliveryMeter] = [:]
        meters[.voip] = rings?.meter
        meters[.alert] = alerts?.meter
        return meters
    }
    package var stops: [@Sendable () async -> Void] {
        [rings, alerts].compactMap { $0 }.map { queue in { await queue.stop() } }
    }

    package func ring(_ push: VoIPPush, device: DeviceIdentity) async {
        do {
            guard let target = try await tokens.target(of: device) else { return }
            await hand(
                .ring(push), to: target, lifetime: Self.ringLifetime, key: Self.key(push.callID, device))
        } catch {
            logger.error("A push could not be prepared.")
        }
    }

    package func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {
        await rings?.withdraw(Self.key(call, device))
    }

    private static func key(_ call: CallID, _ device: DeviceIdentity) -> String {
        "\(call) \(device.user) \(device.device)"
    }

    package func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {
        do {
            for target in try await tokens.targets(of: user, except: device, at: clock.now()) {
                await hand(.alert(alert), to: target, lifetime: Self.alertLifetime)
            }
        } catch {
            logger.error("A push could not be prepared.")
        }
    }

    private func hand(_ payload: PushPayload, to target: PushTarget, lifetime: Int, key: String? = nil) async {
        let push = Push(
            kind: payload.kind, target: target, payload: payload,
            expiresAt: clock.now().advanced(bySeconds: lifetime))
        do {
            try outbox?.record(push, topic: push.kind.topic(bundleID: bundleID))
        } catch {
            logger.error("The outbox cannot be written.")
        }
        // The queue counts what it refuses.
        switch push.kind {
        case .voip: try? await rings?.submit(push, key: key, expiresAt: push.expiresAt)
        case .alert: try? await alerts?.submit(push, key: key, lanes: [lane(of: target)], expiresAt: push.expiresAt)
        }
    }

    /// One account's queued alerts leave the others a share of the attempts and of the capacity.
    private func lane(of target: PushTarget) -> DeliveryLane {
        DeliveryLane(
            "user \(target.user)", concurrency: max(1, limits.concurrency / 4), capacity: max(1, limits.capacity / 16))
    }

    private static func attempt(_ push: Push, _ client: APNsClient, _ tokens: PushTokens) async -> DeliveryAttempt {
        // The device may have signed out, or another account may have signed in on it, while the push was queued.
        guard (try? await tokens.isCurrent(push.target, push.kind)) == true else { return .needless }
        switch await client.send(push) {
        case .sent: return .delivered
        case .failed(let failure, let code): return .failed(failure, code)
        case .deadToken(let code):
            try? await tokens.drop(push.target, push.kind)
            return .failed(.refused, code)
        }
    }
}
