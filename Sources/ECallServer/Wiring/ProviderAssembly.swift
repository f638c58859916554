import Hummingbird
import HummingbirdCore
import Notifications
import ServerFoundation

/// The assembly of mail, text messages and pushes from the settings.
enum ProviderAssembly {
    /// - Parameters:
    ///   - resolve: resolves the host names of browsers' push services.
    ///   - console: development only: shows codes.
    /// - Throws: `StartFailure` for settings that cannot work.
    static func make(
        _ dependencies: ProviderDependencies, limits: DeliveryLimits = DeliveryLimits(),
        smtpTimeouts: SMTPSender.Timeouts = SMTPSender.Timeouts(),
        makeHTTP: () -> OutgoingHTTP = { OutgoingHTTP() },
        resolve: @escaping WebPushClient.Resolver = NameResolution.addresses(of:),
        console: @escaping @Sendable (String) -> Void
    ) throws(StartFailure) -> ProviderParts {
        let (settings, clock, logger) = (dependencies.settings, dependencies.clock, dependencies.logger)
        let providers = settings.providers
        let outbox =
            settings.isDevelopment
            ? OutboxSender(directory: settings.dataDirectory + "/outbox", clock: clock, console: console) : nil
        // Retried with every message.
        try? outbox?.prepare()
        let http = providers.twilio == nil && providers.apns == nil ? nil : makeHTTP()

        var senders: [any MessageSender] = []
        if let smtp = providers.smtp {
            senders.append(try SMTPSender(settings: smtp, timeouts: smtpTimeouts, clock: clock))
        }
        if let twilio = providers.twilio, let http {
            senders.append(try TwilioSender(settings: twilio, http: http))
        }
        var client: APNsClient?
        if let apns = providers.apns, let http {
            client = try APNsClient(settings: apns, http: http, clock: clock)
        }
        let messages = MessageDelivery(
            senders: senders, outbox: outbox, limits: limits, clock: clock, logger: logger)
        let push = PushService(
            client: client, outbox: outbox, database: dependencies.database, limits: limits, clock: clock,
            logger: logger)
        let registration = try registration(dependencies, resolve: resolve)
        let webPush = registration.map {
            WebPushService(
                client: $0.client, database: dependencies.database, limits: limits, clock: clock, logger: logger)
        }
        let pushes: [any PushDelivery] = (client == nil && outbox == nil ? [] : [push]) + [webPush].compactMap { $0 }
        let meters = messages.meters.merging(push.meters) { $1 }.merging(webPush?.meters ?? [:]) { $1 }
        return ProviderParts(
            messages: messages, push: PushDeliveries(pushes), webPush: registration,
            services: [
                DeliveryService(stops: messages.stops + push.stops + (webPush?.stops ?? []), http: http)
            ],
            counters: { DeliveryCounters(providers: meters.mapValues(\.count)) })
    }

    private static func registration(
        _ dependencies: ProviderDependencies, resolve: @escaping WebPushClient.Resolver
    ) throws(StartFailure) -> WebPushRegistration? {
        let settings = dependencies.settings.providers.webPush
        guard settings.isEnabled else { return nil }
        let key = VAPIDKey(derivedFrom: dependencies.secrets.key(for: .webPush))
        return WebPushRegistration(
            key: key,
            client: try WebPushClient(settings: settings, key: key, resolve: resolve, clock: dependencies.clock))
    }
}
