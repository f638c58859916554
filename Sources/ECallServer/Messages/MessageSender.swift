import ECallAPI

/// How a message reaches a person.
enum MessageChannel: String, Sendable, Hashable, CaseIterable, Codable { case email, sms }

/// A message to one person. It holds a code: never logged.
struct OutgoingMessage: Sendable, Equatable, Confidential {
    let channel: MessageChannel
    let to: String
    let code: String
    /// Mail only.
    let subject: String?
    let body: String
    var language = MessageLanguage.english
    /// When it has lost its meaning.
    var expiresAt: Timestamp?
    /// The same in every try to send it, so that a mail server can tell a repetition.
    var id = String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
}

/// Delivers messages: a mail server, an SMS provider, or in development a folder.
protocol MessageSender: Sendable {
    /// What it can deliver by. Sign-in by a channel that is not here is off.
    var channels: Set<MessageChannel> { get }
    /// Throws when the message certainly was not sent.
    func send(_ message: OutgoingMessage) async throws
    /// The same, with what the provider said.
    func attempt(_ message: OutgoingMessage) async -> DeliveryAttempt
    /// The same for anyone who must not learn, not even by the time it takes, what becomes of it.
    func post(_ message: OutgoingMessage) async
}

extension MessageSender {
    func post(_ message: OutgoingMessage) async { try? await send(message) }

    func attempt(_ message: OutgoingMessage) async -> DeliveryAttempt {
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

/// A sender that knows what its provider said.
protocol ProviderSender: MessageSender {}

extension ProviderSender {
    func send(_ message: OutgoingMessage) async throws {
        if case .failed(let failure, _) = await attempt(message) { throw failure }
    }
}

/// A server without any provider: it delivers nothing, so sign-in is off.
struct NoMessageProvider: MessageSender {
    struct NotConfigured: Error {}

    var channels: Set<MessageChannel> { [] }
    func send(_ message: OutgoingMessage) async throws { throw NotConfigured() }
}
