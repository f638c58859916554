import ECallAPI
package import Logging
package import ServerFoundation

/// Delivers messages through the providers, each with its own queue: a provider that is slow or down delays no other, and
/// callers wait a few seconds at most.
package struct MessageDelivery: MessageSender {
    /// Development: receives every message at once.
    private let outbox: OutboxSender?
    private let queues: [MessageChannel: DeliveryQueue<OutgoingMessage>]
    private let clock: WallClock
    /// The retry time of a message without its own expiry, in seconds.
    private static let lifetime = 600

    package init(
        senders: [any MessageSender], outbox: OutboxSender?, limits: DeliveryLimits, clock: WallClock, logger: Logger
    ) {
        self.outbox = outbox
        self.clock = clock
        var queues: [MessageChannel: DeliveryQueue<OutgoingMessage>] = [:]
        for sender in senders {
            for channel in sender.channels {
                queues[channel] = DeliveryQueue(channel.provider, limits: limits, clock: clock, logger: logger) {
                    await sender.attempt($0)
                }
            }
        }
        self.queues = queues
    }

    package var channels: Set<MessageChannel> { outbox == nil ? Set(queues.keys) : Set(MessageChannel.allCases) }
    package var meters: [DeliveryProvider: DeliveryMeter] {
        Dictionary(uniqueKeysWithValues: queues.map { ($0.key.provider, $0.value.meter) })
    }
    package var stops: [@Sendable () async -> Void] { queues.values.map { queue in { await queue.stop() } } }

    /// Throws if it is certain within a few seconds that the message cannot be sent.
    package func send(_ message: OutgoingMessage) async throws {
        try await outbox?.send(message)
        guard let queue = queues[message.channel] else {
            if outbox == nil { throw DeliveryFailure.misconfigured }
            return
        }
        try await queue.deliver(message, key: message.to, expiresAt: end(of: message))
    }

    package func post(_ message: OutgoingMessage) async {
        try? await outbox?.send(message)
        try? await queues[message.channel]?.submit(message, key: message.to, expiresAt: end(of: message))
    }

    private func end(of message: OutgoingMessage) -> Timestamp {
        message.expiresAt ?? clock.now().advanced(bySeconds: Self.lifetime)
    }
}

extension MessageChannel {
    fileprivate var provider: DeliveryProvider {
        switch self {
        case .email: .mail
        case .sms: .sms
        }
    }
}
