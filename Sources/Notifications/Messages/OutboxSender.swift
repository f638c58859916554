import ECallAPI
import Foundation
package import ServerFoundation

/// Development only: shows each message on the console and writes it to the outbox, one JSON file per message or push.
package struct OutboxSender: MessageSender {
    package let directory: String
    package let clock: WallClock
    package let console: @Sendable (String) -> Void

    package init(directory: String, clock: WallClock, console: @escaping @Sendable (String) -> Void) {
        self.directory = directory
        self.clock = clock
        self.console = console
    }

    package var channels: Set<MessageChannel> { Set(MessageChannel.allCases) }

    private struct File: Encodable {
        let channel: MessageChannel
        let to: String
        let code: String
        let subject: String?
        let body: String
    }

    package func send(_ message: OutgoingMessage) async throws {
        try write(
            File(
                channel: message.channel, to: message.to, code: message.code, subject: message.subject,
                body: message.body))
        console("code \(message.code) for \(message.to)")
    }

    /// Creates the folder, so that a consumer of messages can watch it from the start.
    package func prepare() throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes another file, the last by name.
    func write(_ file: some Encodable) throws {
        try prepare()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let random = String(UInt32.random(in: .min ... .max), radix: 36)
        // The name begins with the time, so that the newest message is the last by name.
        let name = "\(clock.now().milliseconds)-\(random).json"
        try OwnerOnlyFile.write(encoder.encode(file), to: directory + "/" + name)
    }
}
