import ECallAPI
import Foundation

/// Development only: shows each message on the console and writes it to the outbox, one JSON file a message.
struct OutboxSender: MessageSender {
    let directory: String
    let clock: WallClock
    let console: @Sendable (String) -> Void

    var channels: Set<MessageChannel> { Set(MessageChannel.allCases) }

    private struct File: Encodable {
        let channel: MessageChannel
        let to: String
        let code: String
        let subject: String?
        let body: String
    }

    func send(_ message: OutgoingMessage) async throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = File(
            channel: message.channel, to: message.to, code: message.code, subject: message.subject, body: message.body)
        let random = String(UInt32.random(in: .min ... .max), radix: 36)
        // The name begins with the time, so that the newest message is the last by name.
        let name = "\(clock.now().milliseconds)-\(random).json"
        try PrivateFile.write(encoder.encode(file), to: directory + "/" + name)
        console("code \(message.code) for \(message.to)")
    }
}
