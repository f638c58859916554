import Foundation
import Janus
package import NIOCore

/// The server's short-lived connection to Janus, with one outstanding request at a time.
package struct JanusExchange: Sendable {
    private let channel: any Channel
    private let timeout: TimeAmount
    private let messages: AsyncStream<[UInt8]>
    private let queue: AsyncStream<[UInt8]>.Continuation

    /// Connects; the caller must `close` it.
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

    /// Sends a request, and returns the first message that `answer` accepts.
    ///
    /// - Throws: `JanusControl.Failure.noAnswer` if none arrives in time. The connection is unusable after that.
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
