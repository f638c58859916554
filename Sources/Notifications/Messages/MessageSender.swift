package import ECallAPI
import ServerFoundation

package enum MessageChannel: String, Sendable, Hashable, CaseIterable, Codable { case email, sms }

/// A message to one person. It contains a code and is never logged.
package struct OutgoingMessage: Sendable, Equatable, Confidential {
    package let channel: MessageChannel
    package let to: String
    package let code: String
    /// Mail only.
    package let subject: String?
    package let body: String
    package var language = MessageLanguage.english
    /// The time at which it is no longer needed.
    package var expiresAt: Timestamp?
    /// The same in every attempt, so that a mail server can detect a repetition.
    package var id =
        String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)

    package init(
        channel: MessageChannel, to: String, code: String, subject: String? = nil, body: String,
        language: MessageLanguage = .english, expiresAt: Timestamp? = nil,
        id: String = String(UInt64.random(in: .min ... .max), radix: 36)
            + String(UInt64.random(in: .min ... .max), radix: 36)
    ) {
        self.channel = channel
        self.to = to
        self.code = code
        self.subject = subject
        self.body = body
        self.language = language
        self.expiresAt = expiresAt
        self.id = id
    }
}

/// Delivers messages: a mail server, an SMS provider, or in development a folder.
package protocol MessageSender: Sendable {
    /// The supported channels. Sign-in by any other channel is disabled.
    var channels: Set<MessageChannel> { get }
    /// Throws if the message certainly was not sent.
    func send(_ message: OutgoingMessage) async throws
    /// The same, with the provider's answer.
    func attempt(_ message: OutgoingMessage) async -> DeliveryAttempt
    /// The same for a caller that must not learn the result, not even by the time it takes.
    func post(_ message: OutgoingMessage) async
}

extension MessageSender {
    package func post(_ message: OutgoingMessage) async { try? await send(message) }

    package func attempt(_ message: OutgoingMessage) async -> DeliveryAttempt {
        do {
            try await send(message)
            return .delivered
        } catch let failure as DeliveryFailure {
            return .failed(failure)
        } catch {
            return .failed(.unavailable())
        }
    }
}

/// A sender that knows its provider's answer.
package protocol ProviderSender: MessageSender {}

extension ProviderSender {
    package func send(_ message: OutgoingMessage) async throws {
        if case .failed(let failure, _) = await attempt(message) { throw failure }
    }
}

/// The sender of a server without providers: it delivers nothing, so sign-in is disabled.
package struct NoMessageProvider: MessageSender {
    package struct NotConfigured: Error {}

    package init() {}

    package var channels: Set<MessageChannel> { [] }
    package func send(_ message: OutgoingMessage) async throws { throw NotConfigured() }
}
