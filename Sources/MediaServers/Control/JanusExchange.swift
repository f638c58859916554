import Foundation
import Janus
package import NIOCore

/// A short-lived connection of the server's own to Janus, with one request under way at a time.
package struct JanusExchange: Sendable {
    private let channel: any Channel
    private let timeout: TimeAmount
    private let messages: AsyncStream<[UInt8]>
    private let queue: AsyncStream<[UInt8]>.Continuation

    /// Connects; `close` it afterwards.
    package static func open(
        _ address: JanusAddress, subprotocol: String = "janus-protocol", group: any EventLoopGroup,
        timeout: TimeAmount
    ) async throws -> JanusExchange {
        let (messages, queue) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(64))
        let channel = try await JanusSocket.connect(to: address, subprotocol: subprotocol, on: group.next()) {
            JanusSocketHandler(received: { queue.yield($0) }, closed: { queue.finish() })
        }.get()
        return JanusExchange(channel: channel, timeout: timeout, messages: messages, queue: queue)
    }

    /// Sends a request; the first message that `answer` makes something of is what came back.
    ///
    /// - Throws: `JanusControl.Failure.noAnswer` when none has come in time. The connection is of no use after that.
    package func request<Answer>(_ bytes: [UInt8], answer: ([UInt8]) throws -> Answer?) async throws -> Answer {
        let expiry = channel.eventLoop.scheduleTask(in: timeout) { [queue] in queue.finish() }
        defer { expiry.cancel() }
        channel.write(ByteBuffer(bytes: bytes), promise: nil)
        for await message in messages {
            if let found = try answer(message) { return found }
        }
        throw JanusControl.Failure.noAnswer
    }

    package func close() { channel.close(promise: nil) }
}
