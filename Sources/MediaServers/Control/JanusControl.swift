import Foundation
package import Janus
package import NIOCore
import ServerFoundation

/// The server's own requests to Janus, each in a short-lived connection and session.
package struct JanusControl: Sendable, Confidential {
    package enum Failure: Error, Equatable { case noAnswer, refused(code: Int), unexpected }

    package let address: JanusAddress
    package let group: any EventLoopGroup
    package let credentials: @Sendable () -> JanusCredentials
    package var timeout = TimeAmount.seconds(3)

    /// Checks that Janus creates and destroys sessions for this server.
    package func check() async throws {
        try await withSession { _ in }
    }

    /// Destroys a room. Ignores a missing one.
    package func destroyRoom(_ room: UInt64, secret: String?) async throws {
        _ = try await withSession { try await $0.perform(.destroy(room: room, secret: secret), tolerating: [426]) }
    }

    /// Creates rooms. Ignores existing ones.
    package func createRooms(_ creations: [VideoRoomCreation]) async throws {
        guard !creations.isEmpty else { return }
        try await withSession { session in
            for creation in creations { try await session.perform(.create(creation), tolerating: [427]) }
        }
    }

    package func exists(room: UInt64) async throws -> Bool {
        try await withSession { session in
            guard case .exists(_, let exists) = try await session.perform(.exists(room: room)) else {
                throw Failure.unexpected
            }
            return exists
        }
    }

    private func withSession<Value>(_ body: (Session) async throws -> Value) async throws -> Value {
        let exchange = try await JanusExchange.open(address, group: group, timeout: timeout)
        defer { exchange.close() }
        var session = Session(exchange: exchange, credentials: credentials())
        session.id = try await session.number(.create)
        session.handle = try await session.number(.attach(session: session.id, plugin: .videoRoom))
        let value = try await body(session)
        _ = try await session.request(.destroy(session: session.id))
        return value
    }

    /// A session with one handle.
    private struct Session {
        let exchange: JanusExchange
        let credentials: JanusCredentials
        var id: UInt64 = 0
        var handle: UInt64 = 0

        func number(_ request: JanusRequest) async throws -> UInt64 {
            guard case .success(let id?) = try await self.request(request).content else { throw Failure.unexpected }
            return id
        }

        @discardableResult
        func perform(_ body: VideoRoomRequest, tolerating: Set<Int> = []) async throws -> VideoRoomEvent {
            let answer = try await request(.message(session: id, handle: handle, body: body, jsep: nil))
            guard case .pluginSuccess(let event) = answer.content else { throw Failure.unexpected }
            if case .failure(let error) = event, !tolerating.contains(error.code) {
                throw Failure.refused(code: error.code)
            }
            return event
        }

        func request(_ request: JanusRequest) async throws -> JanusMessage {
            let transaction = RandomText.make(bytes: 9)
            return try await exchange.request(request.encoded(transaction: transaction, credentials: credentials)) {
                guard let message = try? JanusMessage(decoding: $0), message.transaction == transaction else {
                    return nil
                }
                switch message.content {
                case .ack: return nil
                case .error(let error): throw Failure.refused(code: error.code)
                default: return message
                }
            }
        }

        init(exchange: JanusExchange, credentials: JanusCredentials, id: UInt64 = 0, handle: UInt64 = 0) {
            self.exchange = exchange
            self.credentials = credentials
            self.id = id
            self.handle = handle
        }
    }
}
