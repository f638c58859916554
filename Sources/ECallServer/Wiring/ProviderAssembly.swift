import Hummingbird
import HummingbirdCore
import Notifications
import ServerFoundation

/// Puts mail, text messages and pushes together as the settings say.
enum ProviderAssembly {
    /// - Parameter console: development only: shows codes.
    /// - Throws: `StartFailure` for settings that cannot work.
    static func make(
        _ dependencies: ProviderDependencies, limits: DeliveryLimits = DeliveryLimits(),
        smtpTimeouts: SMTPSender.Timeouts = SMTPSender.Timeouts(),
        makeHTTP: () -> OutgoingHTTP = { OutgoingHTTP() }, console: @escaping @Sendable (String) -> Void
    ) throws(StartFailure) -> ProviderParts {
        let (settings, clock, logger) = (dependencies.settings, dependencies.clock, dependencies.logger)
        let providers = settings.providers
        let outbox =
            settings.isDevelopment
            ? OutboxSender(directory: settings.dataDirectory + "/outbox", clock: clock, console: console) : nil
        // Tried again with every message.
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
        let meters = messages.meters.merging(push.meters) { first, _ in first }
        return ProviderParts(
            messages: messages, push: client == nil && outbox == nil ? NoPushService() : push,
            services: [DeliveryService(stops: messages.stops + push.stops, http: http)],
            counters: { DeliveryCounters(providers: meters.mapValues(\.count)) })
    }
}
