import ECallAPI
import Foundation

/// Development only: shows each message on the console and writes it to the outbox, one JSON file a message or push.
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
        try write(
            File(
                channel: message.channel, to: message.to, code: message.code, subject: message.subject,
                body: message.body))
        console("code \(message.code) for \(message.to)")
    }

    private struct PushFile: Encodable {
        let channel = "push"
        let kind: PushKind
        let userId: UserID
        let deviceId: DeviceID
        let topic: String
        let payload: PushPayload
    }

    func record(_ push: Push, topic: String) throws {
        try write(
            PushFile(
                kind: push.kind, userId: push.target.user, deviceId: push.target.device, topic: topic,
                payload: push.payload))
    }

    /// Makes the folder, so that anyone who waits for messages can watch it from the start.
    func prepare() throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func write(_ file: some Encodable) throws {
        try prepare()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let random = String(UInt32.random(in: .min ... .max), radix: 36)
        // The name begins with the time, so that the newest message is the last by name.
        let name = "\(clock.now().milliseconds)-\(random).json"
        try OwnerOnlyFile.write(encoder.encode(file), to: directory + "/" + name)
    }
}
