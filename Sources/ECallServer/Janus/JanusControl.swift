import Foundation
import Janus
import NIOCore

/// The server's own requests to Janus, each on a connection and in a session of its own that are gone afterwards.
struct JanusControl: Sendable {
    enum Failure: Error, Equatable { case noAnswer, refused(code: Int), unexpected }

    let address: JanusAddress
    let group: any EventLoopGroup
    let credentials: @Sendable () -> JanusCredentials
    var timeout = TimeAmount.seconds(3)

    /// Whether Janus makes and ends sessions for us.
    func check() async throws {
        let connection = try await open()
        defer { connection.close() }
        let session = try await connection.create()
        try await connection.destroy(session)
    }

    /// Ends a room; one that is gone already is as good.
    func destroyRoom(_ room: UInt64, secret: String?) async throws {
        try await perform(.destroy(room: room, secret: secret), tolerating: [426])
    }

    /// Makes a room; one that is there already is as good.
    func createRoom(_ creation: VideoRoomCreation) async throws {
        try await perform(.create(creation), tolerating: [427])
    }

    func exists(room: UInt64) async throws -> Bool {
        guard case .exists(_, let exists) = try await perform(.exists(room: room)) else { throw Failure.unexpected }
        return exists
    }

    @discardableResult
    private func perform(_ body: VideoRoomRequest, tolerating: Set<Int> = []) async throws -> VideoRoomEvent {
        let connection = try await open()
        defer { connection.close() }
        let session = try await connection.create()
        let handle = try await connection.attach(session)
        let answer = try await connection.request(
            .message(session: session, handle: handle, body: body, jsep: nil))
        try await connection.destroy(session)
        guard case .pluginSuccess(let event) = answer.content else { throw Failure.unexpected }
        if case .failure(let error) = event, !tolerating.contains(error.code) {
            throw Failure.refused(code: error.code)
        }
        return event
    }

    private func open() async throws -> Connection {
        let answers = Answers()
        let channel = try await JanusSocket.connect(to: address, on: group.next()) {
            JanusSocketHandler(received: { answers.take($0) }, closed: { answers.close() })
        }.get()
        return Connection(
            channel: channel, answers: answers, credentials: credentials(), timeout: timeout)
    }
}

/// A short-lived connection with one request under way at a time.
private struct Connection {
    let channel: any Channel
    let answers: Answers
    let credentials: JanusCredentials
    let timeout: TimeAmount

    func create() async throws -> UInt64 { try await id(.create) }
    func attach(_ session: UInt64) async throws -> UInt64 {
        try await id(.attach(session: session, plugin: .videoRoom))
    }
    func destroy(_ session: UInt64) async throws { _ = try await request(.destroy(session: session)) }
    func close() { channel.close(promise: nil) }

    private func id(_ request: JanusRequest) async throws -> UInt64 {
        guard case .success(let id?) = try await self.request(request).content else {
            throw JanusControl.Failure.unexpected
        }
        return id
    }

    func request(_ request: JanusRequest) async throws -> JanusMessage {
        let transaction = RandomText.make(bytes: 9)
        let expiry = channel.eventLoop.scheduleTask(in: timeout) { answers.close() }
        defer { expiry.cancel() }
        channel.write(
            ByteBuffer(bytes: request.encoded(transaction: transaction, credentials: credentials)), promise: nil)
        for await message in answers.messages where message.transaction == transaction {
            switch message.content {
            case .ack: continue
            case .error(let error): throw JanusControl.Failure.refused(code: error.code)
            default: return message
            }
        }
        throw JanusControl.Failure.noAnswer
    }
}

/// What a connection has received.
private struct Answers: Sendable {
    let messages: AsyncStream<JanusMessage>
    private let queue: AsyncStream<JanusMessage>.Continuation

    init() { (messages, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64)) }

    func take(_ bytes: [UInt8]) {
        if let message = try? JanusMessage(decoding: bytes) { queue.yield(message) }
    }

    func close() { queue.finish() }
}
