/// How a message reaches a person.
enum MessageChannel: String, Sendable, Hashable, CaseIterable, Codable { case email, sms }

/// A message to one person. It holds a code: never logged.
struct OutgoingMessage: Sendable, Equatable {
    let channel: MessageChannel
    let to: String
    let code: String
    /// Mail only.
    let subject: String?
    let body: String
}

/// Delivers messages: a mail server, an SMS provider, or in development a folder.
protocol MessageSender: Sendable {
    /// What it can deliver by. Sign-in by a channel that is not here is off.
    var channels: Set<MessageChannel> { get }
    func send(_ message: OutgoingMessage) async throws
}

/// A server without any provider: it delivers nothing, so sign-in is off.
struct NoMessageProvider: MessageSender {
    struct NotConfigured: Error {}

    var channels: Set<MessageChannel> { [] }
    func send(_ message: OutgoingMessage) async throws { throw NotConfigured() }
}
